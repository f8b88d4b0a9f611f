// Names -> columns.
#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

// Whether the first `count` parts of `name` name this relation: its alias, or the end of its path.
bool names_relation(const Relation& relation, const sql::QualifiedName& name, size_t count) {
  if (count == 1) return !relation.alias.empty() && relation.alias == name.parts[0].name;
  if (count > relation.path.size()) return false;
  const size_t skip = relation.path.size() - count;
  for (size_t i = 0; i < count; ++i) {
    if (relation.path[skip + i] != name.parts[i].name) return false;
  }
  return true;
}

std::vector<std::string> visible_columns(const Scope& scope) {
  std::vector<std::string> out;
  for (const Relation& relation : scope.relations) {
    for (const Field& field : relation.columns) out.push_back(field.name);
  }
  return out;
}

// A field of that name inside the ROW columns of a relation, the least deep one: its path from the column on.
// Names of columns are seen through their ROWs (Calcite's PEEK_FIELDS_NO_EXPAND). Empty if there is none.
std::vector<int32_t> peek(const RowType& columns, const std::string& name, bool& several) {
  struct Level {
    const RowType* fields;
    std::vector<int32_t> path;
  };
  std::vector<Level> level{{&columns, {}}};
  while (!level.empty()) {
    std::vector<Level> deeper;
    std::vector<int32_t> found;
    for (const Level& at : level) {
      for (size_t i = 0; i < at.fields->size(); ++i) {
        const Field& field = (*at.fields)[i];
        std::vector<int32_t> path = at.path;
        path.push_back(static_cast<int32_t>(i));
        if (field.name == name) {
          several = !found.empty();
          if (found.empty()) found = path;
        }
        if (field.type.is(TypeRoot::kRow)) deeper.push_back({&field.type.fields(), std::move(path)});
      }
    }
    if (!found.empty()) return found;
    level = std::move(deeper);
  }
  return {};
}

// The field that such a path leads to.
ExprPtr peeked(ExprPtr column, const std::vector<int32_t>& path) {
  for (size_t i = 1; i < path.size(); ++i) column = field_access(column, path[i], column->span);
  return column;
}

[[noreturn]] void ambiguous(const std::string& column, Span span) {
  throw Failure("sql/ambiguous-column", "Column '" + column + "' is ambiguous", span,
                "write it with the name of its table in front");
}

}  // namespace

DepthGuard::DepthGuard(int32_t& depth, Span span) : depth_(depth) {
  if (++depth_ > limits::kNestingDepth) {
    --depth_;
    throw Failure("sql/too-deep",
                  "The statement is nested deeper than " + std::to_string(limits::kNestingDepth) + " levels",
                  span);
  }
}

int32_t Scope::width() const {
  int32_t out = 0;
  for (const Relation& relation : relations)
    out = std::max(out, relation.first + static_cast<int32_t>(relation.columns.size()));
  return out;
}

void Binder::add_relation(Scope& scope, Relation relation) {
  for (const Relation& other : scope.relations) {
    if (!relation.alias.empty() && other.alias == relation.alias && other.path == relation.path) {
      throw Failure("sql/duplicate-alias", "Duplicate relation name '" + relation.alias + "' in FROM clause",
                    {}, "give one of them an alias with AS");
    }
  }
  scope.relations.push_back(std::move(relation));
}

ExprPtr Binder::column_of(Scope& scope, int32_t index, Span span, Scope& from) {
  LogicalType type;
  std::string name;
  for (const Relation& relation : scope.relations) {
    const int32_t i = index - relation.first;
    if (i < 0 || i >= static_cast<int32_t>(relation.columns.size())) continue;
    type = relation.columns[static_cast<size_t>(i)].type;
    name = relation.columns[static_cast<size_t>(i)].name;
  }
  if (&scope == &from) return input_ref(index, type, span);
  if (scope.group != nullptr) {
    const auto& groups = scope.group->groups;
    const bool grouped = std::any_of(groups.begin(), groups.end(), [&](const ExprPtr& g) {
      return g->kind == ExprKind::kInputRef && g->index == index;
    });
    if (!grouped)
      throw Failure("sql/not-grouped", "Expression of the outer query is not being grouped", span,
                    "group by the column or aggregate it");
  }
  // Flink counts in the row of FROM, also where the sub-query stands above GROUP BY and is given that row.
  // Calcite numbers every such reference and keeps the first number.
  if (scope.correl_id == 0) scope.correl_id = next_correl_;
  ++next_correl_;
  auto ref = std::make_shared<Expr>();
  ref->kind = ExprKind::kCorrelRef;
  ref->type = type;
  ref->span = span;
  ref->index = index;
  ref->correl_id = scope.correl_id;
  if (scope.group != nullptr) ref->literal = Value::string(name);
  return ref;
}

ExprPtr Binder::with_fields(ExprPtr base, const sql::QualifiedName& name, size_t next) {
  for (; next < name.parts.size(); ++next) {
    const sql::Identifier& part = name.parts[next];
    const int32_t field = base->type.is(TypeRoot::kRow) ? find_field(base->type.fields(), part.name) : -1;
    if (field < 0) {
      std::string hint = base->type.is(TypeRoot::kRow)
                             ? did_you_mean(part.name, field_names(base->type.fields()))
                             : "it is no ROW: " + base->type.to_string();
      if (next == 1)
        throw Failure("sql/unknown-table", "Table '" + name.parts[0].name + "' not found", name.span,
                      std::move(hint));
      sql::QualifiedName field_name;
      field_name.parts.assign(name.parts.begin() + 1, name.parts.begin() + static_cast<int64_t>(next) + 1);
      throw Failure("sql/unknown-column",
                    "Column '" + field_name.text() + "' not found in table '" + name.parts[0].name + "'",
                    name.span, std::move(hint));
    }
    base = field_access(base, field, cover(base->span, part.span));
  }
  return base;
}

ExprPtr Binder::resolve(const sql::QualifiedName& name, Scope& from, Span span) {
  for (Scope* scope = &from; scope != nullptr; scope = scope->outer) {
    if (scope->hidden) continue;
    if (scope->match != nullptr) return bind_pattern_column(name, *scope, span);
    for (size_t prefix = std::min<size_t>(name.parts.size() - 1, 3); prefix >= 1; --prefix) {
      for (const Relation& relation : scope->relations) {
        if (!names_relation(relation, name, prefix)) continue;
        const sql::Identifier& column = name.parts[prefix];
        bool several = false;
        const std::vector<int32_t> path = peek(relation.columns, column.name, several);
        if (several) ambiguous(column.name, column.span);
        if (path.empty()) {
          const std::string near = did_you_mean(column.name, field_names(relation.columns));
          throw Failure("sql/unknown-column",
                        "Column '" + column.name + "' not found in table '" + relation.alias + "'",
                        column.span, near);
        }
        return with_fields(peeked(column_of(*scope, relation.first + path[0], span, from), path), name,
                           prefix + 1);
      }
    }
    const std::string& column = name.parts[0].name;
    for (const CommonColumn& common : scope->common) {
      if (common.name != column) continue;
      ExprList sides;
      for (size_t i = 0; i < 2; ++i) sides.push_back(column_of(*scope, common.columns[i], span, from));
      return with_fields(make_call("COALESCE", std::move(sides), span).or_throw(), name, 1);
    }
    int32_t found = -1;
    std::vector<int32_t> found_path;
    std::string table;
    for (const Relation& relation : scope->relations) {
      bool several = false;
      std::vector<int32_t> path = peek(relation.columns, column, several);
      if (path.empty()) continue;
      if (found >= 0 || several) ambiguous(column, span);
      found = relation.first + path[0];
      table = relation.alias;
      found_path = std::move(path);
    }
    if (found < 0) continue;
    ExprPtr base = peeked(column_of(*scope, found, span, from), found_path);
    if (name.parts.size() > 1 && base->type.is(TypeRoot::kRow) &&
        find_field(base->type.fields(), name.parts[1].name) < 0) {
      throw Failure("sql/unknown-column",
                    "Column '" + column + "." + name.parts[1].name + "' not found in table '" + table + "'",
                    span, did_you_mean(name.parts[1].name, field_names(base->type.fields())));
    }
    return with_fields(std::move(base), name, 1);
  }
  unknown_column(name, from);
}

void Binder::unknown_column(const sql::QualifiedName& name, const Scope& scope) {
  if (!name.simple()) {
    std::vector<std::string> aliases;
    for (const Scope* s = &scope; s != nullptr; s = s->outer) {
      for (const Relation& relation : s->relations) aliases.push_back(relation.alias);
    }
    sql::QualifiedName table = name;
    table.parts.pop_back();
    throw Failure("sql/unknown-table", "Table '" + table.text() + "' not found", table.parts[0].span,
                  did_you_mean(table.text(), aliases));
  }
  std::vector<std::string> names;
  for (const Scope* s = &scope; s != nullptr; s = s->outer) {
    for (const std::string& column : visible_columns(*s)) names.push_back(column);
  }
  const std::string& column = name.parts[0].name;
  std::string message = "Column '" + column + "' not found in any table";
  for (const std::string& other : names) {
    if (ascii_iequals(other, column)) {
      throw Failure("sql/unknown-column", message + "; did you mean '" + other + "'?", name.span,
                    "names of columns are case-sensitive");
    }
  }
  throw Failure("sql/unknown-column", std::move(message), name.span, did_you_mean(column, names));
}

void Binder::expand_star(const sql::Star& star, Scope& scope, ExprList& exprs,
                         std::vector<std::string>& names) {
  if (star.qualifier.empty()) {
    if (scope.relations.empty()) throw Failure("sql/star", "SELECT * requires a FROM clause", star.span);
    // Columns made one by USING come first, and once.
    std::vector<int32_t> done;
    for (const CommonColumn& common : scope.common) {
      ExprPtr merged = column_of(scope, common.columns[0], star.span, scope);
      for (size_t i = 1; i < common.columns.size(); ++i) {
        merged =
            make_call("COALESCE", {merged, column_of(scope, common.columns[i], star.span, scope)}, star.span)
                .or_throw();
      }
      exprs.push_back(merged);
      names.push_back(common.name);
      done.insert(done.end(), common.columns.begin(), common.columns.end());
    }
    for (const Relation& relation : scope.relations) {
      for (size_t i = 0; i < relation.columns.size(); ++i) {
        const int32_t index = relation.first + static_cast<int32_t>(i);
        if (std::find(done.begin(), done.end(), index) != done.end()) continue;
        exprs.push_back(input_ref(index, relation.columns[i].type, star.span));
        names.push_back(relation.columns[i].name);
      }
    }
    return;
  }
  for (const Relation& relation : scope.relations) {
    if (!names_relation(relation, star.qualifier, star.qualifier.parts.size())) continue;
    for (size_t i = 0; i < relation.columns.size(); ++i) {
      exprs.push_back(
          input_ref(relation.first + static_cast<int32_t>(i), relation.columns[i].type, star.span));
      names.push_back(relation.columns[i].name);
    }
    return;
  }
  // r.* of a ROW column
  const ExprPtr row = resolve(star.qualifier, scope, star.span);
  if (!row->type.is(TypeRoot::kRow))
    throw Failure("sql/unknown-table", "Unknown identifier '" + star.qualifier.text() + "'", star.span,
                  "only a table or a ROW has .*");
  for (size_t i = 0; i < row->type.fields().size(); ++i) {
    exprs.push_back(field_access(row, static_cast<int32_t>(i), star.span));
    names.push_back(row->type.fields()[i].name);
  }
}

}  // namespace rowkind
