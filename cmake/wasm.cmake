# wasm/rowkind.wasm: the engine and the command line behind the C border of wasm/abi.cc. No JavaScript glue of emscripten is used
# (wasm/loader.mjs is the whole loader), which also keeps its quirks under different versions of Node away.
set(wasm_dir "${PROJECT_SOURCE_DIR}/wasm")
add_executable(rowkind_wasm "${wasm_dir}/abi.cc" $<TARGET_OBJECTS:rk_hot>)
target_compile_options(rowkind_wasm PRIVATE ${RK_HOT_OPTIONS})
set_target_properties(rowkind_wasm PROPERTIES OUTPUT_NAME rowkind SUFFIX .wasm)
target_link_libraries(rowkind_wasm PRIVATE rk_cli rk_options)
target_link_options(rowkind_wasm PRIVATE --no-entry -O2 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=4MB
                    # The imports of module "rowkind" are seen as undefined; tests/node checks that there are no others.
                    -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0)
# The package is the folder wasm/ itself; only a module that differs is copied.
add_custom_command(TARGET rowkind_wasm POST_BUILD
                   COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:rowkind_wasm>" "${wasm_dir}/rowkind.wasm")

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
