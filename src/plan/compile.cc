// Script text -> catalog and logical plan.
#include "plan/bind.h"
#include "plan/ddl.h"
#include "plan/planner.h"
#include "sql/parser.h"

namespace rowkind {
namespace {

class Compiler {
 public:
  Compiler(Session& session, CompiledScript& out) : session_(session), out_(out) {}

  void run(const sql::Script& script) {
    for (const sql::StatementPtr& statement : script.statements) execute(*statement);
  }

 private:
  void execute(const sql::Statement& statement) {
    switch (statement.kind) {
      case sql::StatementKind::kSet:
        return set_option(static_cast<const sql::SetStatement&>(statement), session_);
      case sql::StatementKind::kReset:
        return reset_option(static_cast<const sql::ResetStatement&>(statement), session_);
      case sql::StatementKind::kCreateTable:
        return create_table(static_cast<const sql::CreateTable&>(statement), session_);
      case sql::StatementKind::kCreateView:
        return create_view(static_cast<const sql::CreateView&>(statement), session_);
      case sql::StatementKind::kDrop:
        return drop(static_cast<const sql::Drop&>(statement), session_);
      case sql::StatementKind::kExplain:
        return explain(static_cast<const sql::Explain&>(statement));
      case sql::StatementKind::kOther:
        return other_statement(static_cast<const sql::OtherStatement&>(statement), session_);
      case sql::StatementKind::kInsert:
      case sql::StatementKind::kStatementSet:
      case sql::StatementKind::kQuery:
        return plan(statement, out_.logical, selects_);
    }
  }

  void plan(const sql::Statement& statement, LogicalPlan& to, int32_t& selects) {
    Binder binder(session_);
    switch (statement.kind) {
      case sql::StatementKind::kInsert:
        to.sinks.push_back(binder.bind_insert(static_cast<const sql::Insert&>(statement)));
        break;
      case sql::StatementKind::kStatementSet:
        for (const sql::InsertPtr& insert : static_cast<const sql::StatementSet&>(statement).inserts)
          to.sinks.push_back(binder.bind_insert(*insert));
        break;
      case sql::StatementKind::kQuery: {
        ++selects;
        const std::string name = selects == 1 ? "select" : "select" + std::to_string(selects);
        to.sinks.push_back(
            binder.bind_select_statement(*static_cast<const sql::QueryStatement&>(statement).query, name));
        break;
      }
      default:
        throw Failure("plan/not-yet", "EXPLAIN of this statement is not executable yet", statement.span);
    }
  }

  void explain(const sql::Explain& statement) {
    CompiledScript::Explain out;
    for (const sql::Identifier& detail : statement.details) out.details.push_back(detail.name);
    int32_t selects = 0;
    plan(*statement.statement, out.logical, selects);
    out_.explains.push_back(std::move(out));
  }

  Session& session_;
  CompiledScript& out_;
  int32_t selects_ = 0;
};

}  // namespace

Result<CompiledScript> compile_script(std::string_view sql, const ScriptOptions& options) {
  Result<sql::Script> script = sql::parse_script(sql);
  if (!script.ok()) return script.error();
  CompiledScript out;
  out.options = options;
  try {
    for (const auto& [key, value] : options.settings) check_option(key, value).or_throw();
    Session session(options);
    Compiler(session, out).run(*script);
    out.tables = session.tables();
    out.settings = session.settings();
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
  return out;
}

}  // namespace rowkind
