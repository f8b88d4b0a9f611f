# The rooms of src/, top to bottom: a room may use those above it, never one below.
set(RK_ROOMS base stage types changelog formats expr sql plan scenario ops cdc runtime compat lab cli)

add_library(rk_options INTERFACE)
target_compile_options(rk_options INTERFACE -Wall -Wextra -Wpedantic -ffp-contract=off)
if(NOT EMSCRIPTEN)
  target_compile_options(rk_options INTERFACE -fpch-preprocess) # lets ccache see what a precompiled header holds
endif()
if(RK_WERROR)
  target_compile_options(rk_options INTERFACE -Werror)
endif()

# What runs per row or per value: for the browser these files are compiled for speed, all others for size.
set(RK_HOT_SOURCES
    "base/pool|types/(value|row|decimal|wide_int)|expr/(evaluator|compare|aggregate|aggregates/(numbers|values)|functions/(arithmetic|comparison|logical))"
    "formats/(json|json_reader|json_values|debezium_json)|runtime/job"
    "ops/(operator|table_source_scan|calc|sink|row_map|row_list|row_order|aggregate_calls|group_aggregate|group_operator)"
    "ops/(changelog_normalize|deduplicate|join|join_side|rank|fast_top1|(append_only|retractable|updatable)_top_n)"
    "ops/(timer_queue|(local_)?window_aggregate|window_(buffer|time)|interval_join)"
    "cdc/(post_transform|event|expr|expr_(names|compare|arithmetic|operators)|row_fit|functions_text)"
    "types/(datetime|time_zone)|expr/functions/letter_case")
# For the -Oz of the preset emcc adds -fno-inline-functions, and an -O2 behind it does not take that back. A row has few values: setting
# them to NULL one by one is faster than a call of memset.
set(RK_HOT_OPTIONS -O2 -finline-functions -fno-builtin-memset)

# What most files include, read once. The release builds go without, so a file that leans on it is found there.
set(RK_COMMON_HEADERS <algorithm> <cstdint> <functional> <map> <memory> <optional> <string> <string_view> <unordered_map> <utility>
    <variant> <vector>)
# rk_precompile(TARGET MODEL HEADERS...): the first target that gives MODEL compiles the headers, the others use its result.
function(rk_precompile target model)
  if(EMSCRIPTEN)
    return()
  endif()
  if(target STREQUAL model)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${model})
  endif()
endfunction()

# rk_room(NAME ABOVE...): library rk_NAME of src/NAME/**/*.cc (without a program's main.cc), and the doctest program unit_NAME of
# tests/unit/NAME/**/*_test.cc. A room without sources is an INTERFACE library.
function(rk_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cc")
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  set(above ${ARGN})
  list(REVERSE above)
  list(TRANSFORM above PREPEND rk_)
  set(uses ${above} re2 yaml rk_headers)
  if(EMSCRIPTEN)
    foreach(pattern ${RK_HOT_SOURCES}) # one by one: CMake's expressions hold ten groups at most
      set(hot ${sources})
      list(FILTER hot INCLUDE REGEX "/src/(${pattern})\\.cc$")
      set_property(GLOBAL APPEND PROPERTY RK_HOT ${hot})
      list(FILTER sources EXCLUDE REGEX "/src/(${pattern})\\.cc$")
    endforeach()
  endif()
  if(sources)
    add_library(rk_${name} STATIC ${sources})
    target_include_directories(rk_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(rk_${name} PUBLIC ${uses} PRIVATE rk_options)
    if(RK_SANITIZE) # with -O2, g++ 12 warns of its own library when that comes out of a precompiled header
      rk_precompile(rk_${name} rk_base ${RK_COMMON_HEADERS})
    endif()
  else()
    add_library(rk_${name} INTERFACE)
    target_include_directories(rk_${name} INTERFACE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(rk_${name} INTERFACE ${uses})
  endif()

  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/${name}/*_test.cc")
  if(tests AND NOT EMSCRIPTEN)
    add_executable(unit_${name} ${tests})
    target_include_directories(unit_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/unit")
    target_link_libraries(unit_${name} PRIVATE rk_${name} rk_doctest rk_options)
    target_compile_options(unit_${name} PRIVATE -O0) # they compile for longer than they run
    rk_precompile(unit_${name} unit_base ${RK_COMMON_HEADERS} <doctest/doctest.h>)
    add_test(NAME unit_${name} COMMAND unit_${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
endfunction()

if(NOT EMSCRIPTEN)
  add_library(rk_doctest OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/unit/doctest_main.cc")
  target_link_libraries(rk_doctest PUBLIC rk_headers)
endif()

set(above)
foreach(room ${RK_ROOMS})
  rk_room(${room} ${above})
  if(NOT room STREQUAL "stage") # it draws what comes out of the engine: no other room uses it
    list(APPEND above ${room})
  endif()
endforeach()
if(EMSCRIPTEN)
  # Objects, and the first ones of each program: of an inline function that several files hold the linker keeps the first copy, and that
  # must not be a small and slow one.
  get_property(hot GLOBAL PROPERTY RK_HOT)
  add_library(rk_hot OBJECT ${hot})
  target_include_directories(rk_hot PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(rk_hot PRIVATE re2 yaml rk_headers rk_options)
  target_compile_options(rk_hot PRIVATE ${RK_HOT_OPTIONS})
endif()
if(TARGET unit_lab)
  target_link_libraries(unit_lab PRIVATE sqlite3) # the second opinion on random changelogs
endif()
# A folder that is not in the list would be silently left out of the build.
file(GLOB folders CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/src/*")
foreach(folder ${folders})
  if(NOT folder IN_LIST RK_ROOMS)
    message(FATAL_ERROR "src/${folder} is not in RK_ROOMS (cmake/rooms.cmake)")
  endif()
endforeach()

if(NOT EMSCRIPTEN AND EXISTS "${PROJECT_SOURCE_DIR}/src/cli/main.cc")
  add_executable(rowkind "${PROJECT_SOURCE_DIR}/src/cli/main.cc")
  target_link_libraries(rowkind PRIVATE rk_cli rk_options)
endif()
