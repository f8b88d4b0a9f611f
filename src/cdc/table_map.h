// What an operator knows about each table. Rows come in runs of one table, whose id they share, so the last one
// found is looked at first.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "cdc/event.h"

namespace rowkind::cdc {

template <typename Table>
class TableMap {
 public:
  // Null: no such table. The pointer holds until the table is erased.
  Table* find(const TableIdPtr& id) {
    if (last_ != nullptr && id == last_id_) return last_;
    auto found = tables_.find(id->text);
    if (found == tables_.end()) return nullptr;
    last_id_ = id;
    last_ = &found->second;
    return last_;
  }
  Table& put(const TableIdPtr& id, Table table) { return tables_[id->text] = std::move(table); }
  void erase(const TableIdPtr& id) {
    tables_.erase(id->text);
    last_id_ = nullptr;
    last_ = nullptr;
  }

 private:
  std::map<std::string, Table> tables_;
  TableIdPtr last_id_;
  Table* last_ = nullptr;
};

}  // namespace rowkind::cdc
