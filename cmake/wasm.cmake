# wasm/rowkind.wasm: the engine and the command line behind the C border of wasm/abi.cc. No JavaScript glue of emscripten is used
# (wasm/loader.mjs is the whole loader), which also keeps its quirks under different versions of Node away.
set(wasm_dir "${PROJECT_SOURCE_DIR}/wasm")
add_executable(rowkind_wasm "${wasm_dir}/abi.cc")
set_target_properties(rowkind_wasm PROPERTIES OUTPUT_NAME rowkind SUFFIX .wasm)
target_link_libraries(rowkind_wasm PRIVATE rk_cli rk_options)
target_link_options(rowkind_wasm PRIVATE --no-entry -O2 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=4MB
                    # The imports of module "rowkind" are seen as undefined; tests/node checks that there are no others.
                    -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0)
# The package is the folder wasm/ itself; only a module that differs is copied.
add_custom_command(TARGET rowkind_wasm POST_BUILD
                   COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:rowkind_wasm>" "${wasm_dir}/rowkind.wasm")

# Dear ImGui for a later stage in WebGL; built on demand: cmake --build --preset wasm --target imgui
set(imgui "${RK_DEPS}/imgui")
add_library(imgui STATIC EXCLUDE_FROM_ALL "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp"
            "${imgui}/imgui_widgets.cpp" "${imgui}/backends/imgui_impl_glfw.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")
target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_FILE_FUNCTIONS)
target_compile_options(imgui PRIVATE -w -fno-rtti)
