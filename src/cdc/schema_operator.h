// The schema operator with its coordinator: routes events to sink tables, derives the sink's schema changes,
// applies `schema.change.behavior`, and fits rows to the sink's schema (SchemaOperator, SchemaCoordinator,
// SchemaDerivator).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cdc/definition.h"
#include "cdc/row_fit.h"
#include "cdc/selector.h"

namespace rowkind::cdc {

class SchemaOperator {
 public:
  // Throws Failure for a bad route.
  SchemaOperator(const Definition& definition, Version version);
  // Appends what goes on to the sink. Throws Failure; what was appended before stays.
  void process(const Event& event, std::vector<Event>& out);
  // Why the last event, or a part of it, did not go on: "" or a sentence.
  const std::string& note() const { return note_; }

 private:
  struct Sink {
    TableIdPtr id;
    const SchemaPtr* evolved = nullptr;  // in evolved_
    RowFit fit;
  };
  struct Source {
    TableIdPtr id;
    SchemaPtr schema;       // as rows of this table have it
    SchemaPtr coordinator;  // as the coordinator knows it: a second CREATE is not heard
    std::vector<Sink> sinks;
  };
  void change(const Event& event, std::vector<Event>& out);
  void data(const Event& event, std::vector<Event>& out);
  Source* source_of(const TableIdPtr& id);
  std::vector<Event> derive(const Event& event, const TableIdPtr& sink) const;
  std::vector<Event> behave(const std::vector<Event>& events, const SchemaPtr& evolved) const;
  std::vector<Event> lenient(const Event& event, const SchemaPtr& evolved) const;
  void apply(Event event, std::vector<Event>& out);

  const Definition& definition_;
  Router router_;
  const TimeZone* zone_;
  Version version_;
  std::vector<Source> sources_;  // in order of arrival
  size_t last_source_ = 0;       // where the last row came from
  std::map<std::string, SchemaPtr> evolved_;
  std::string note_;
};

}  // namespace rowkind::cdc
