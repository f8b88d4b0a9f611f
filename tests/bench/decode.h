// Decoding of Debezium messages: 200,000 envelopes of 300 bytes, an update is one message with both images.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rowkind::bench {

struct Messages {
  std::string text;  // one a line
  int64_t count = 0;
};
Messages debezium_messages();

// Rows that the messages decode to.
int64_t decode_debezium(const Messages& messages);

}  // namespace rowkind::bench
