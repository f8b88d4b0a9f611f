# Fuzz programs: tests/fuzz/NAME_fuzz.cc with the driver, under the sanitizers and with edges traced. Preset "fuzz"; run by
# scripts/fuzz.
function(rk_fuzz name room)
  add_executable(fuzz_${name} "${PROJECT_SOURCE_DIR}/tests/fuzz/${name}_fuzz.cc" "${PROJECT_SOURCE_DIR}/tests/fuzz/driver.cc")
  target_include_directories(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/fuzz")
  target_link_libraries(fuzz_${name} PRIVATE rk_${room} rk_options)
endfunction()
rk_fuzz(notation formats)
rk_fuzz(formats formats)
rk_fuzz(sql sql)
rk_fuzz(yaml scenario)
rk_fuzz(cdc cdc)
