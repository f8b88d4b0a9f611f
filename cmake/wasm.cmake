# The engine and the command line behind the C border of wasm/abi.cc. No JavaScript glue of emscripten is used (wasm/loader.mjs is the whole
# loader), which also keeps its quirks under different versions of Node away.
set(wasm_dir "${PROJECT_SOURCE_DIR}/wasm")
# Linked twice, the data at another place the second time: the numbers that differ are addresses (cut/places.mjs).
foreach(target IN ITEMS rowkind_wasm rowkind_moved)
  add_executable(${target} "${wasm_dir}/abi.cc" $<TARGET_OBJECTS:rk_hot>)
  target_compile_options(${target} PRIVATE ${RK_HOT_OPTIONS})
  target_link_libraries(${target} PRIVATE rk_cli rk_options)
  set_target_properties(${target} PROPERTIES SUFFIX .wasm)
  target_link_options(${target} PRIVATE --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=4MB
                      # The imports of module "rowkind" are seen as undefined; tests/node checks that there are no others.
                      -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
                      # For the cut: each constant a segment with a name, at addresses that hardly any other number in the code equals;
                      # not yet optimized, which would mix what runs with what does not.
                      -O1 --profiling-funcs -Wl,--no-merge-data-segments)
endforeach()
set_target_properties(rowkind_wasm PROPERTIES OUTPUT_NAME rowkind)
target_link_options(rowkind_wasm PRIVATE -sGLOBAL_BASE=524288)
target_link_options(rowkind_moved PRIVATE -sGLOBAL_BASE=589824)

# wasm/rowkind.wasm and wasm/rowkind_more.wasm: the engine cut in two by cut.mjs. The package is the folder wasm/ itself; only a module that
# differs is copied.
find_program(RK_NODE node NO_CMAKE_FIND_ROOT_PATH)
find_program(RK_WASM_OPT wasm-opt HINTS "${RK_EMSCRIPTEN_ROOT}/../bin" NO_CMAKE_FIND_ROOT_PATH) # an emsdk has it there
if(NOT RK_NODE OR NOT RK_WASM_OPT)
  message(FATAL_ERROR "cutting the engine needs node and wasm-opt (Debian: nodejs, binaryen; both come with an emsdk) on PATH")
endif()
set(parts "${CMAKE_BINARY_DIR}/parts")
file(GLOB cut_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/cut/*.mjs")
file(GLOB_RECURSE scenarios CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.yaml")
add_custom_command(OUTPUT "${parts}/rowkind.wasm" "${parts}/rowkind_more.wasm"
                   COMMAND "${RK_NODE}" "${PROJECT_SOURCE_DIR}/cmake/cut.mjs" "${RK_WASM_OPT}" "$<TARGET_FILE:rowkind_wasm>"
                           "$<TARGET_FILE:rowkind_moved>" "${PROJECT_SOURCE_DIR}/cmake/first.txt" "${parts}"
                   COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${parts}/rowkind.wasm" "${parts}/rowkind_more.wasm" "${wasm_dir}"
                   DEPENDS rowkind_wasm rowkind_moved "${PROJECT_SOURCE_DIR}/cmake/cut.mjs" "${PROJECT_SOURCE_DIR}/cmake/first.txt"
                           "${wasm_dir}/loader.mjs" ${cut_sources} ${scenarios}
                   COMMENT "Cutting the engine in two" VERBATIM)
add_custom_target(engine ALL DEPENDS "${parts}/rowkind.wasm" "${parts}/rowkind_more.wasm")

# wasm/stage.wasm: the stage, Dear ImGui over src/stage. wasm/stage.mjs and stage_paint.mjs are its whole loader: they own the canvas,
# paint the triangles with WebGL2 and write the letters; so the module needs no backend, no GL and no font of its own. The page loads it
# on demand.
set(imgui "${RK_DEPS}/imgui")
add_library(imgui STATIC EXCLUDE_FROM_ALL "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp"
            "${imgui}/imgui_widgets.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${imgui}")
target_compile_definitions(imgui PUBLIC IMGUI_USER_CONFIG="${wasm_dir}/stage/imgui_config.h")
target_compile_options(imgui PRIVATE -w)
file(GLOB stage_sources CONFIGURE_DEPENDS "${wasm_dir}/stage/*.cc")
add_executable(rowkind_stage ${stage_sources})
set_target_properties(rowkind_stage PROPERTIES OUTPUT_NAME stage SUFFIX .wasm)
target_link_libraries(rowkind_stage PRIVATE rk_stage imgui rk_options)
target_link_options(rowkind_stage PRIVATE --no-entry -O2 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=1MB
                    -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0)
add_custom_command(TARGET rowkind_stage POST_BUILD
                   COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:rowkind_stage>" "${wasm_dir}/stage.wasm")
