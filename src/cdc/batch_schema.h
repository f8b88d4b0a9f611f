// What stands in the schema operator's place when execution.runtime-mode is BATCH (BatchSchemaOperator): all
// tables are known before the first row, and each sink table is created once with the merged schema of the
// tables that go there. Nothing changes later.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cdc/definition.h"
#include "cdc/row_fit.h"
#include "cdc/selector.h"

namespace rowkind::cdc {

class BatchSchema {
 public:
  // Throws Failure for a bad route.
  BatchSchema(const Definition& definition, Version version);
  // Appends what goes on to the sink. Throws Failure; what was appended before stays.
  void process(const Event& event, std::vector<Event>& out);
  // Why the last event did not go on: "" or a sentence.
  const std::string& note() const { return note_; }

 private:
  struct Source {
    TableIdPtr id;
    SchemaPtr schema;
    std::map<std::string, RowFit> fits;  // by sink table
  };
  void create_all(std::vector<Event>& out);

  Router router_;
  const TimeZone* zone_;
  Version version_;
  std::vector<Source> sources_;  // in order of arrival
  std::map<std::string, SchemaPtr> evolved_;
  bool created_ = false;
  std::string note_;
};

}  // namespace rowkind::cdc
