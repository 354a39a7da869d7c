# The Debian package: `cmake --workflow --preset package` writes build/package/bcast_*.deb. It needs
# dpkg-dev and file.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bcast)
set(CPACK_PACKAGE_CONTACT "The bcast developers <bcast@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "The program bcast, libbcast for C, and the C++ libraries: the documents' rows and their
transcriptions, an engine, a verifier, and the conformance kit.")
if(BCAST_HOMEPAGE)
  set(CPACK_PACKAGE_HOMEPAGE_URL ${BCAST_HOMEPAGE})
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What the static libraries link.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libtbb-dev, librapidcheck-dev, libboost-dev, libfmt-dev")
# libbcast is added to the linker's cache.
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
include(CPack)
