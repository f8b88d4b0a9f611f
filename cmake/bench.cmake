# tests/bench: one program, native or for Node's WASI (scripts/bench).
add_executable(bench EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/bench/main.cc" "${PROJECT_SOURCE_DIR}/tests/bench/data.cc"
               "${PROJECT_SOURCE_DIR}/tests/bench/plans.cc" "${PROJECT_SOURCE_DIR}/tests/bench/decode.cc"
               "${PROJECT_SOURCE_DIR}/tests/bench/pipeline.cc" "${PROJECT_SOURCE_DIR}/tests/bench/memory.cc")
target_link_libraries(bench PRIVATE rk_runtime rk_options)
if(EMSCRIPTEN)
  target_sources(bench PRIVATE $<TARGET_OBJECTS:rk_hot>)
  target_compile_options(bench PRIVATE ${RK_HOT_OPTIONS})
  set_target_properties(bench PROPERTIES SUFFIX .wasm)
  target_link_options(bench PRIVATE -O2 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=4MB)
endif()
