// Stands in for RE2's own util/logging.h: its log goes nowhere, so that no iostream (a hundred kilobytes of locales) comes along.
#ifndef UTIL_LOGGING_H_
#define UTIL_LOGGING_H_

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/util.h"

#define DCHECK(condition) assert(condition)
#define DCHECK_EQ(val1, val2) assert((val1) == (val2))
#define DCHECK_NE(val1, val2) assert((val1) != (val2))
#define DCHECK_LE(val1, val2) assert((val1) <= (val2))
#define DCHECK_LT(val1, val2) assert((val1) < (val2))
#define DCHECK_GE(val1, val2) assert((val1) >= (val2))
#define DCHECK_GT(val1, val2) assert((val1) > (val2))

struct NullLog {
  template <typename T>
  NullLog& operator<<(const T&) {
    return *this;
  }
};
#define LOG(severity) while (false) NullLog()
#define VLOG(x) LOG(INFO)
#define CHECK_EQ(x, y)         \
  do {                         \
    if ((x) != (y)) abort();   \
  } while (false)

#endif  // UTIL_LOGGING_H_
