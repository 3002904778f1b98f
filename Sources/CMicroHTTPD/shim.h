#pragma once
#include <microhttpd.h>
#include <stdbool.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift cannot pass.

/// Serves a listening socket, which is the daemon's from then on; NULL if that is not possible.
///
/// Each connection has a thread of its own, so an answer may take its time; `connections` bounds them.
/// `changed` and `completed` get the same context as `handler`.
static inline struct MHD_Daemon *cmhd_start(int listening, MHD_AccessHandlerCallback handler,
                                            MHD_NotifyConnectionCallback changed,
                                            MHD_RequestCompletedCallback completed, void *context,
                                            unsigned int connections, unsigned int timeout_seconds) {
  return MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL,
      handler, context, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening,
      MHD_OPTION_NOTIFY_CONNECTION, changed, context, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_THREAD_STACK_SIZE,
      (size_t)524288, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

/// The descriptor of a connection; -1 if there is none.
static inline int cmhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

/// A response with a copy of the bytes; NULL without memory.
static inline struct MHD_Response *cmhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// Whether a connection has begun, and not ended.
static inline bool cmhd_has_started(enum MHD_ConnectionNotificationCode what) {
  return what == MHD_CONNECTION_NOTIFY_STARTED;
}

// In the header these are macros that name themselves, which Swift does not see.

static inline enum MHD_Result cmhd_yes(void) { return MHD_YES; }
static inline enum MHD_Result cmhd_no(void) { return MHD_NO; }
