# Builds for Linux on aarch64, and runs what is built under QEMU:
#
# dpkg --add-architecture arm64 && apt-get update
#
# apt-get install g++-aarch64-linux-gnu qemu-user-static libgtest-dev:arm64 librapidcheck-dev:arm64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
