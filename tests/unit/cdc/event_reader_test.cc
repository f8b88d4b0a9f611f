#include "cdc/event_reader.h"

#include "cdc/ddl.h"
#include "doctest/doctest.h"

using namespace rowkind;
using namespace rowkind::cdc;

namespace {

// Read and printed again; or the error.
std::string echo(const std::string& text, const std::string& schema = "") {
  auto schema_of = [&](const std::string&) {
    return schema.empty() ? SchemaPtr() : parse_table_schema(schema).or_throw();
  };
  Result<Event> event = parse_event_text(text, schema_of);
  return event ? event_text(*event, Version::k37) : event.error().message;
}

void check_same(const std::string& text, const std::string& schema = "") {
  CHECK(echo(text, schema) == text);
}

}  // namespace

TEST_CASE("schema changes read back as they are printed") {
  check_same(
      "CreateTableEvent{tableId=db.t, schema=columns={`id` BIGINT NOT NULL 'the key' '7',`m` DECIMAL(8, 2)}, "
      "primaryKeys=id, options=()}");
  check_same(
      "CreateTableEvent{tableId=db.t, schema=columns={`a` INT NOT NULL,`b` STRING NOT NULL}, "
      "primaryKeys=a;b, "
      "partitionKeys=b, comment=all of it, options=({x=1, k=v})}");
  check_same(
      "AddColumnEvent{tableId=db.t, addedColumns=[ColumnWithPosition{column=`c` TIMESTAMP(3), "
      "position=AFTER, "
      "existedColumnName=id}, ColumnWithPosition{column=`d` INT, position=LAST, existedColumnName=null}]}");
  check_same("RenameColumnEvent{tableId=db.t, nameMapping={a=b}}");
  check_same("DropColumnEvent{tableId=db.t, droppedColumnNames=[a, b]}");
  check_same("DropTableEvent{tableId=db.t}");
  check_same("TruncateTableEvent{tableId=ns.db.t}");
  CHECK(echo("AlterColumnTypeEvent{tableId=db.t, typeMapping={a=BIGINT}, oldTypeMapping={a=INT}, "
             "comments={}}") == "AlterColumnTypeEvent{tableId=db.t, typeMapping={a=BIGINT}, comments={}}");
}

TEST_CASE("rows read back by the types of their table") {
  const char* schema = "id INT NOT NULL, s STRING, d DOUBLE, t TIMESTAMP(3), b BYTES, PRIMARY KEY (id)";
  check_same(
      "DataChangeEvent{tableId=db.t, before=[], after=[1, a, 1.5, 2024-01-02T10:00, YWI=], op=INSERT, "
      "meta=()}",
      schema);
  check_same(
      "DataChangeEvent{tableId=db.t, before=[1, null, null, null, null], after=[2, it's, 1.0E10, "
      "2024-01-02T10:00:01.250, null], op=UPDATE, meta=()}",
      schema);
  check_same("DataChangeEvent{tableId=db.t, before=[1, , 0.0, null, null], after=[], op=DELETE, meta=()}",
             schema);
}

TEST_CASE("what cannot be told apart is an error") {
  const char* schema = "id INT, s STRING";
  CHECK(echo("DataChangeEvent{tableId=db.t, before=[], after=[1, a, b], op=INSERT, meta=()}", schema) ==
        "The image has 3 values, the table 2 columns.");
  CHECK(echo("DataChangeEvent{tableId=db.t, before=[], after=[x, a], op=INSERT, meta=()}", schema) ==
        "`x` is no INT (column id).");
  CHECK(echo("DataChangeEvent{tableId=db.t, before=[], after=[1, a], op=UPDATE, meta=()}", schema) ==
        "An image of the UPDATE is missing.");
  CHECK(echo("DataChangeEvent{tableId=db.t, before=[], after=[1, a], op=INSERT, meta=()}") ==
        "No schema of table db.t is known.");
}
