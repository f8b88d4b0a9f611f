#include "plan/session.h"

#include <algorithm>

namespace rowkind {

Session::Session(const ScriptOptions& options) : options_(options), settings_(options.settings) {}

Session::Path Session::resolve(const sql::QualifiedName& name) const {
  const auto& parts = name.parts;
  if (parts.size() > 3)
    throw Failure("sql/unknown-table", "Object '" + name.text() + "' not found", name.span,
                  "a table name has at most three parts: catalog.database.table");
  Path path{catalog_, database_, parts.back().name};
  if (parts.size() >= 2) path.database = parts[parts.size() - 2].name;
  if (parts.size() == 3) path.catalog = parts[0].name;
  return path;
}

const CatalogObject* Session::find(const Path& path, bool temporary) const {
  const auto& objects = temporary ? temporary_ : permanent_;
  const auto it = objects.find(path.text());
  return it == objects.end() ? nullptr : &it->second;
}

const CatalogObject* Session::find(const Path& path) const {
  const CatalogObject* object = find(path, true);
  return object != nullptr ? object : find(path, false);
}

const CatalogObject& Session::get(const sql::QualifiedName& name) const {
  if (const CatalogObject* object = find(resolve(name))) return *object;
  std::vector<std::string> names;
  for (const auto* objects : {&temporary_, &permanent_}) {
    for (const auto& [key, object] : *objects)
      names.push_back(object.table ? object.table->name : object.view->name);
  }
  std::string message = "Object '" + name.last() + "' not found";
  const Path path = resolve(name);
  if (path.catalog != catalog_) {
    message = "Object '" + path.catalog + "' not found";
  } else if (!has_database(path.database)) {
    message = "Object '" + path.database + "' not found";
  } else if (!name.simple()) {
    message += " within '";
    for (size_t i = 0; i + 1 < name.parts.size(); ++i) message += (i == 0 ? "" : ".") + name.parts[i].name;
    message += "'";
  }
  std::string hint = did_you_mean(name.last(), names);
  if (hint.empty()) hint = names.empty() ? "create it with CREATE TABLE first" : "";
  throw Failure("sql/unknown-table", std::move(message), name.span, std::move(hint));
}

void Session::put(const Path& path, CatalogObject object, bool temporary) {
  if (object.table) tables_.push_back(object.table);
  (temporary ? temporary_ : permanent_)[path.text()] = std::move(object);
}

bool Session::drop(const Path& path, bool temporary) {
  return (temporary ? temporary_ : permanent_).erase(path.text()) > 0;
}

void Session::remember(const CatalogTable* table, TableDraft draft) {
  drafts_[table] = std::move(draft);
}

const TableDraft& Session::draft(const CatalogTable* table) const {
  return drafts_.at(table);
}

bool Session::has_database(const std::string& database) const {
  return std::find(databases_.begin(), databases_.end(), database) != databases_.end();
}

}  // namespace rowkind
