# Third-party code. Header packages come from Debian through a staging folder of symlinks (a plain -I/usr/include would let the host's
# C headers into a wasm build); RE2, libyaml and Dear ImGui are built from the sources that scripts/fetch-sources lays into .deps/.
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/scripts/fetch-sources" RESULT_VARIABLE fetch_result)
if(NOT fetch_result EQUAL 0)
  message(FATAL_ERROR "scripts/fetch-sources failed (see above)")
endif()
set(RK_DEPS "${PROJECT_SOURCE_DIR}/.deps/src")

set(stage "${CMAKE_BINARY_DIR}/stage")
file(MAKE_DIRECTORY "${stage}")
foreach(pair nlohmann:nlohmann-json3-dev doctest:doctest-dev fast_float:libfast-float-dev tsl:robin-map-dev)
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 folder)
  list(GET pair 1 package)
  if(NOT EXISTS "/usr/include/${folder}")
    message(FATAL_ERROR "/usr/include/${folder} is missing: apt-get install ${package}")
  endif()
  file(CREATE_LINK "/usr/include/${folder}" "${stage}/${folder}" SYMBOLIC)
endforeach()
add_library(rk_headers INTERFACE)
target_include_directories(rk_headers SYSTEM INTERFACE "${stage}")

file(GLOB re2_sources "${RK_DEPS}/re2/re2/*.cc")
add_library(re2 STATIC EXCLUDE_FROM_ALL ${re2_sources} "${RK_DEPS}/re2/util/rune.cc" "${RK_DEPS}/re2/util/strutil.cc")
target_include_directories(re2 SYSTEM PUBLIC "${RK_DEPS}/re2")
target_compile_options(re2 PRIVATE -w)
if(EMSCRIPTEN)
  target_include_directories(re2 BEFORE PRIVATE "${PROJECT_SOURCE_DIR}/cmake/re2") # its log
else()
  find_package(Threads REQUIRED)
  target_link_libraries(re2 PUBLIC Threads::Threads)
endif()

file(GLOB yaml_sources "${RK_DEPS}/libyaml/src/*.c")
add_library(yaml STATIC EXCLUDE_FROM_ALL ${yaml_sources})
target_include_directories(yaml SYSTEM PUBLIC "${RK_DEPS}/libyaml/include")
target_compile_definitions(yaml PRIVATE YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5"
                           PUBLIC YAML_DECLARE_STATIC)
target_compile_options(yaml PRIVATE -w)
