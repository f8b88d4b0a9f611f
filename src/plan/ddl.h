// CREATE TABLE / VIEW, DROP, SET, RESET, USE: statements that change the session.
#pragma once

#include "plan/session.h"
#include "sql/ast.h"

namespace rowkind {

// Each throws Failure with the place in the script.
void create_table(const sql::CreateTable& statement, Session& session);
void create_view(const sql::CreateView& statement, Session& session);
void drop(const sql::Drop& statement, Session& session);
void set_option(const sql::SetStatement& statement, Session& session);
void reset_option(const sql::ResetStatement& statement, Session& session);
// USE and CREATE DATABASE work; any other statement that Flink knows is refused by name.
void other_statement(const sql::OtherStatement& statement, Session& session);

// What `own` comes to with the parts of `source` that the LIKE clause takes over.
TableDraft merge_like(const TableDraft& own, const TableDraft& source, const sql::TableLike& like);

}  // namespace rowkind
