// MATCH_RECOGNIZE.
#include "plan/bind.h"

namespace rowkind {

RelPtr Binder::bind_match(const sql::MatchTable& match, Scope&) {
  throw Failure("plan/not-yet", "MATCH_RECOGNIZE is not executable yet", match.span);
}

}  // namespace rowkind
