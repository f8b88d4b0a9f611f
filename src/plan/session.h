// What the statements of one script see of those before them: tables, views, the current database and the
// settings.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plan/catalog.h"
#include "plan/planner.h"
#include "sql/ast.h"

namespace rowkind {

// What a CREATE TABLE is made of once LIKE has been merged in.
struct TableDraft {
  std::vector<sql::ColumnDefinition> columns;
  std::vector<sql::Constraint> constraints;
  std::vector<sql::Watermark> watermarks;
  std::map<std::string, std::string> options;
};

// A view is bound once; every use shares its tree.
struct View {
  std::string name;
  RowType columns;  // names and types as users see them
  RelPtr rel;
  Span span;
};

// A table or a view; exactly one is set.
struct CatalogObject {
  std::shared_ptr<const CatalogTable> table;
  std::shared_ptr<const View> view;
};

class Session {
 public:
  explicit Session(const ScriptOptions& options);

  // catalog, database, object: names with fewer parts start at the current catalog or database.
  struct Path {
    std::string catalog, database, object;
    std::string text() const { return catalog + "." + database + "." + object; }
  };
  Path resolve(const sql::QualifiedName& name) const;
  // nullptr if there is none; temporary objects hide permanent ones.
  const CatalogObject* find(const Path& path) const;
  const CatalogObject* find(const Path& path, bool temporary) const;
  // Throws sql/unknown-table with the nearest name.
  const CatalogObject& get(const sql::QualifiedName& name) const;

  void put(const Path& path, CatalogObject object, bool temporary);
  bool drop(const Path& path, bool temporary);
  void use(const std::string& database) { database_ = database; }
  void create_database(const std::string& database) { databases_.push_back(database); }
  bool has_database(const std::string& database) const;
  const std::string& database() const { return database_; }
  const std::string& catalog() const { return catalog_; }

  Options& settings() { return settings_; }
  const Options& settings() const { return settings_; }
  const ScriptOptions& options() const { return options_; }
  // How a table was written, LIKE merged in: what a later LIKE copies.
  void remember(const CatalogTable* table, TableDraft draft);
  const TableDraft& draft(const CatalogTable* table) const;
  // All tables ever made, in DDL order.
  const std::vector<std::shared_ptr<const CatalogTable>>& tables() const { return tables_; }

 private:
  const ScriptOptions& options_;
  Options settings_;
  std::string catalog_ = "default_catalog", database_ = "default_database";
  std::vector<std::string> databases_ = {"default_database"};
  std::map<std::string, CatalogObject> permanent_, temporary_;
  std::vector<std::shared_ptr<const CatalogTable>> tables_;
  std::map<const CatalogTable*, TableDraft> drafts_;  // looked up only, never walked
};

}  // namespace rowkind
