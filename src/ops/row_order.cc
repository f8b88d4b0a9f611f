#include "ops/row_order.h"

#include <cmath>

namespace rowkind {
namespace {

template <typename T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

Int128 rescaled(Decimal d, int32_t scale) {
  for (; d.scale < scale; ++d.scale) d.unscaled *= 10;
  return d.unscaled;
}

}  // namespace

int compare_values(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kDouble: {
      double x = a.floating(), y = b.floating();
      if (std::isnan(x) || std::isnan(y)) return three_way(std::isnan(x), std::isnan(y));
      if (x == 0 && y == 0) return three_way(std::signbit(y), std::signbit(x));
      return three_way(x, y);
    }
    case ValueKind::kTimestamp: {
      Timestamp x = a.timestamp(), y = b.timestamp();
      int millis = three_way(x.millis, y.millis);
      return millis != 0 ? millis : three_way(x.nanos_of_millis, y.nanos_of_millis);
    }
    case ValueKind::kDecimal: {
      Decimal x = a.decimal(), y = b.decimal();
      int32_t scale = x.scale > y.scale ? x.scale : y.scale;
      return three_way(rescaled(x, scale), rescaled(y, scale));
    }
    case ValueKind::kString:
    case ValueKind::kBytes:
      return a.string().compare(b.string());
    case ValueKind::kArray: {
      const std::vector<Value>&x = a.array(), &y = b.array();
      for (size_t i = 0; i < x.size() && i < y.size(); ++i) {
        int order = three_way(!x[i].is_null(), !y[i].is_null());
        if (order == 0 && !x[i].is_null()) order = compare_values(x[i], y[i]);
        if (order != 0) return order;
      }
      return three_way(x.size(), y.size());
    }
    default:
      return three_way(a.integer(), b.integer());
  }
}

RowOrder::RowOrder(const std::vector<SortKey>& keys, const RowType& type) {
  for (const SortKey& key : keys) {
    if (!type[static_cast<size_t>(key.column)].type.is_proctime()) keys_.push_back(key);
  }
}

int RowOrder::compare(const Row& a, const Row& b) const {
  for (const SortKey& key : keys_) {
    const Value &x = a[key.column], &y = b[key.column];
    if (x.is_null() || y.is_null()) {
      if (x.is_null() && y.is_null()) continue;
      return x.is_null() == key.nulls_first ? -1 : 1;
    }
    int order = compare_values(x, y);
    if (order != 0) return key.descending ? -order : order;
  }
  return 0;
}

}  // namespace rowkind
