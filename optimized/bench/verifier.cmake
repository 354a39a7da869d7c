# The verifier compared with MLIR's own trait.
find_package(benchmark QUIET)
# LLVM is compatible with itself within a minor version only.
find_package(MLIR 19.1 QUIET CONFIG HINTS /usr/lib/llvm-19/lib/cmake/mlir)
if(NOT benchmark_FOUND OR NOT MLIR_FOUND)
  message(
    STATUS
      "bcast_verifier_bench is skipped: it needs libbenchmark-dev, libmlir-19-dev, mlir-19-tools and llvm-19-dev"
  )
  return()
endif()
bcast_program(
  bcast_verifier_bench
  SOURCES bench/verifier_bench.cpp
  USES bcast::verifier benchmark::benchmark MLIR LLVM)
target_include_directories(bcast_verifier_bench SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS}
                                                               ${LLVM_INCLUDE_DIRS})
target_compile_options(bcast_verifier_bench PRIVATE -O3 -fno-rtti)
