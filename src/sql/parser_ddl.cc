// CREATE TABLE, CREATE VIEW, DROP.
#include "base/utf8.h"
#include "sql/parser_state.h"

namespace rowkind::sql {

StatementPtr Parser::create() {
  int32_t first = position_;
  expect("CREATE");
  bool replace = accept("OR", "REPLACE");
  bool temporary = accept("TEMPORARY");
  if (accept("TABLE")) return create_table(first, temporary, replace);
  if (accept("VIEW")) return create_view(first, temporary, replace);
  int32_t words = position_ - first + 1;
  bool function = at("FUNCTION") || (is("SYSTEM") && is("FUNCTION", 1));
  bool known =
      function || at("CATALOG") || at("DATABASE") || at("MODEL") || at("CONNECTION") || at("MATERIALIZED");
  if (!known) fail();
  if (is("SYSTEM") || is("MATERIALIZED")) ++words;
  position_ = first;
  return other(words);
}

bool Parser::if_not_exists() {
  if (!is("IF", "NOT", "EXISTS")) {
    note("IF");
    return false;
  }
  position_ += 3;
  return true;
}

StatementPtr Parser::create_table(int32_t first, bool temporary, bool replace) {
  auto node = std::make_shared<CreateTable>();
  node->temporary = temporary;
  node->replace = replace;
  node->if_not_exists = if_not_exists();
  node->name = qualified_name("a table name");
  if (accept("(")) {
    do {
      table_element(*node);
    } while (accept(","));
    expect(")");
  }
  if (accept("COMMENT")) node->comment = string_literal();
  if (at("DISTRIBUTED")) node->distribution = distribution();
  if (accept("PARTITIONED")) {
    expect("BY");
    node->partitioned_by = identifier_list();
  }
  if (accept("WITH")) node->options = options();
  if (at("LIKE")) node->like = table_like();
  if (!node->like && accept("AS")) {
    require_query();
    node->as_query = query();
  }
  if (!node->column_names.empty() && !node->as_query) {
    fail_with("sql/syntax",
              "SQL parse failed. Columns identifiers without types in the schema are supported on CTAS/RTAS "
              "statements "
              "only.",
              node->column_names[0].span, "write the data type behind the column name");
  }
  return finish(std::move(node), first);
}

void Parser::table_element(CreateTable& table) {
  if (is("WATERMARK")) {
    Watermark watermark;
    int32_t first = position_;
    advance();
    expect("FOR");
    watermark.column = qualified_name("a column name");
    expect("AS");
    watermark.expr = expression();
    watermark.span = span_from(first);
    if (!table.watermarks.empty()) {
      fail_with("sql/syntax", "SQL parse failed. Multiple WATERMARK declarations are not supported yet.",
                watermark.span);
    }
    table.watermarks.push_back(std::move(watermark));
    return;
  }
  if (is("PRIMARY") || is("UNIQUE") || is("CONSTRAINT")) {
    table.constraints.push_back(constraint(std::nullopt));
    return;
  }
  if (!at_name()) {
    note("WATERMARK");
    note("PRIMARY");
    fail("a column name");
  }
  Identifier name = identifier();
  // A column named without a type is only known to be one by what follows it.
  if (at(",") || at(")")) {
    table.column_names.push_back(std::move(name));
    return;
  }
  column(table, std::move(name));
}

void Parser::column(CreateTable& table, Identifier name) {
  ColumnDefinition column;
  int32_t first = position_ - 1;
  column.name = std::move(name);
  if (accept("AS")) {
    column.kind = ColumnKind::kComputed;
    column.expr = expression();
  } else {
    column.type = data_type(true);
    int32_t metadata = position_;
    if (accept("METADATA")) {
      column.kind = ColumnKind::kMetadata;
      if (accept("FROM")) column.metadata_key = string_literal();
      column.is_virtual = accept("VIRTUAL");
      column.metadata_span = span_from(metadata);
    } else if (at("PRIMARY") || at("UNIQUE") || at("CONSTRAINT")) {
      table.constraints.push_back(constraint(column.name));
    }
  }
  if (accept("COMMENT")) column.comment = string_literal();
  column.span = span_from(first);
  table.columns.push_back(std::move(column));
}

Constraint Parser::constraint(std::optional<Identifier> column) {
  Constraint result;
  int32_t first = position_;
  if (accept("CONSTRAINT")) result.name = identifier("the name of the constraint");
  if (accept("UNIQUE")) {
    result.kind = ConstraintKind::kUnique;
  } else {
    expect("PRIMARY");
    expect("KEY");
  }
  if (column) {
    result.columns.push_back(std::move(*column));
  } else {
    result.columns = identifier_list();
  }
  if (is("NOT") && is("ENFORCED", 1)) {
    position_ += 2;
    result.enforced = false;
  } else if (accept("ENFORCED")) {
    result.enforced = true;
  } else {
    note("NOT");
  }
  result.span = span_from(first);
  return result;
}

Distribution Parser::distribution() {
  Distribution result;
  int32_t first = position_;
  expect("DISTRIBUTED");
  bool by = accept("BY");
  if (by) {
    if (at("HASH") || at("RANGE")) {
      result.algorithm = ascii_upper(word());
      advance();
    }
    result.columns = identifier_list();
  }
  if (by ? accept("INTO") : (expect("INTO"), true)) {
    if (kind() != TokenKind::kInteger) fail("a number of buckets");
    result.buckets = std::string(word());
    advance();
    expect("BUCKETS");
  }
  result.span = span_from(first);
  return result;
}

std::vector<Option> Parser::options() {
  std::vector<Option> list;
  expect("(");
  if (accept(")")) return list;
  do {
    list.push_back(option("a key in single quotes"));
  } while (accept(","));
  expect(")");
  return list;
}

Option Parser::option(std::string_view key_what) {
  Option result;
  result.key_span = here();
  if (kind() != TokenKind::kString) fail(key_what);
  result.key = string_literal();
  expect("=");
  result.value_span = here();
  if (kind() == TokenKind::kUnicodeString) {
    const ExprPtr value = string_value();
    result.value = static_cast<const Literal&>(*value).text;
  } else {
    result.value = string_literal();
  }
  return result;
}

TableLike Parser::table_like() {
  TableLike result;
  int32_t first = position_;
  expect("LIKE");
  result.source = qualified_name("a table name");
  if (accept("(")) {
    do {
      LikeOption option;
      int32_t start = position_;
      if (accept("EXCLUDING")) {
        option.strategy = MergingStrategy::kExcluding;
      } else if (accept("OVERWRITING")) {
        option.strategy = MergingStrategy::kOverwriting;
      } else {
        expect("INCLUDING");
      }
      struct Word {
        const char* word;
        LikeFeature feature;
      };
      static constexpr Word kWords[] = {
          {"ALL", LikeFeature::kAll},
          {"CONSTRAINTS", LikeFeature::kConstraints},
          {"OPTIONS", LikeFeature::kOptions},
          {"DISTRIBUTION", LikeFeature::kDistribution},
          {"METADATA", LikeFeature::kMetadata},
          {"GENERATED", LikeFeature::kGenerated},
          {"WATERMARKS", LikeFeature::kWatermarks},
          {"PARTITIONS", LikeFeature::kPartitions},
      };
      bool found = false;
      for (const Word& known : kWords) {
        if (!accept(known.word)) continue;
        option.feature = known.feature;
        found = true;
        break;
      }
      if (!found) fail();
      option.span = span_from(start);
      result.options.push_back(option);
    } while (at("INCLUDING") || at("EXCLUDING") || at("OVERWRITING"));
    expect(")");
  }
  result.span = span_from(first);
  return result;
}

StatementPtr Parser::create_view(int32_t first, bool temporary, bool replace) {
  auto node = std::make_shared<CreateView>();
  node->temporary = temporary;
  node->replace = replace;
  node->if_not_exists = if_not_exists();
  node->name = qualified_name("a view name");
  if (at("(")) node->columns = identifier_list();
  if (accept("COMMENT")) node->comment = string_literal();
  expect("AS");
  require_query();
  node->query = query();
  return finish(std::move(node), first);
}

StatementPtr Parser::drop() {
  auto node = std::make_shared<Drop>();
  int32_t first = position_;
  expect("DROP");
  node->temporary = accept("TEMPORARY");
  if (accept("VIEW")) {
    node->object = DropKind::kView;
  } else if (!accept("TABLE")) {
    int32_t words = position_ - first + 1;
    bool function = at("FUNCTION") || (is("SYSTEM") && is("FUNCTION", 1));
    bool known =
        function || at("CATALOG") || at("DATABASE") || at("MODEL") || at("CONNECTION") || at("MATERIALIZED");
    if (!known) fail();
    if (is("SYSTEM") || is("MATERIALIZED")) ++words;
    position_ = first;
    return other(words);
  }
  if (is("IF") && is("EXISTS", 1)) {
    position_ += 2;
    node->if_exists = true;
  } else {
    note("IF");
  }
  node->name = qualified_name(node->object == DropKind::kView ? "a view name" : "a table name");
  return finish(std::move(node), first);
}

}  // namespace rowkind::sql
