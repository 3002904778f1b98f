#pragma once
#include <fcntl.h>
#include <malloc.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// Wrappers of MHD_start_daemon, which takes its options as variadic arguments, so that Swift cannot
// call it.

/// Starts a daemon on a listening socket and takes ownership of the socket; NULL on failure.
///
/// Each connection has its own thread, so a handler may block; `connections` bounds them. `changed`
/// and `completed` receive the same context as `handler`.
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

/// Descriptor of a connection; -1 if it is unknown.
static inline int cmhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

/// Creates a response with a copy of the bytes; NULL if memory is exhausted.
static inline struct MHD_Response *cmhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// True if the notification reports the start of a connection.
static inline bool cmhd_has_started(enum MHD_ConnectionNotificationCode what) {
  return what == MHD_CONNECTION_NOTIFY_STARTED;
}

// In the header these are macros that expand to themselves, which Swift does not import.

static inline enum MHD_Result cmhd_yes(void) { return MHD_YES; }
static inline enum MHD_Result cmhd_no(void) { return MHD_NO; }

// Functions for a server with an external event loop, which upgrades connections.

/// Unescape callback that changes nothing: the handlers decode paths themselves.
static inline size_t cmhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

/// Starts a daemon that runs only in `MHD_run`, and takes ownership of the listening socket; NULL
/// on failure. Without a listening socket (-1), it serves the connections of `cmhd_add`.
///
/// `began` receives each request target, still encoded, and returns the state of the request.
static inline struct MHD_Daemon *cmhd_start_driven(
    int listening, MHD_AccessHandlerCallback handler,
    void *(*began)(void *, const char *, struct MHD_Connection *),
    MHD_NotifyConnectionCallback changed, MHD_RequestCompletedCallback completed, void *context,
    unsigned int connections, unsigned int timeout_seconds) {
  // A daemon without a listening socket rejects the option for one.
  const struct MHD_OptionItem sockets[] = {
      {listening < 0 ? MHD_OPTION_END : MHD_OPTION_LISTEN_SOCKET, (intptr_t)listening, NULL},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME |
          (listening < 0 ? MHD_USE_NO_LISTEN_SOCKET : 0),
      0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, sockets, MHD_OPTION_URI_LOG_CALLBACK, began, context,
      MHD_OPTION_UNESCAPE_CALLBACK, cmhd_keep_escapes, NULL, MHD_OPTION_NOTIFY_CONNECTION, changed,
      context, MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_CONNECTION_LIMIT,
      connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
#if MHD_VERSION >= 0x00097701
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 2,
#else
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
#endif
      MHD_OPTION_END);
}

/// Accepts a connection, whose descriptor does not block; -1 on failure.
static inline int cmhd_accept(int listening, struct sockaddr *address, socklen_t *size) {
  // accept4 requires _GNU_SOURCE, which would change the types of the C library in this module.
  int descriptor = accept(listening, address, size);
  if (descriptor >= 0) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }
  return descriptor;
}

/// Lets a daemon serve a connection, and takes ownership of its descriptor.
static inline void cmhd_add(struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address,
                            socklen_t size) {
  MHD_add_connection(daemon, descriptor, address, size);
}

/// Descriptor that becomes readable when `MHD_run` has work; -1 if it is unknown.
static inline int cmhd_waiting_on(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? (int)info->epoll_fd : -1;
}

/// Address of the client; NULL if it is unknown.
static inline const struct sockaddr *cmhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// Expected start of the next header line, while all lines before it were valid.
struct cmhd_line {
  const char *next;
  bool is_proper;
};

static inline enum MHD_Result cmhd_look_at_line(void *context, enum MHD_ValueKind kind, const char *key,
                                                size_t key_size, const char *value, size_t value_size) {
  (void)kind;
  (void)key_size;
  struct cmhd_line *line = (struct cmhd_line *)context;
  if (!value || key != line->next || value[value_size] || value[value_size + 1]) line->is_proper = false;
  if (value) line->next = value + value_size + 2;
  return MHD_YES;
}

/// True if all lines of the head that was just read end with CR LF, and none is folded.
///
/// The library also accepts a bare LF, unless it is new enough for a stricter level. It parses in
/// place: it replaces CR LF with two zeros and a bare LF with one, and the next line starts right
/// after. The value of a folded line is stored elsewhere.
static inline bool cmhd_lines_are_proper(struct MHD_Connection *connection, const char *version) {
#if MHD_VERSION < 0x00097701
  size_t length = 0;
  while (version[length]) length++;
  struct cmhd_line line = {version + length + 2, version[length + 1] == 0};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, cmhd_look_at_line, &line);
  return line.is_proper;
#else
  (void)connection;
  (void)version;
  return true;
#endif
}

/// Creates a response whose parts `read` supplies; `size` is -1 if it is unknown. NULL if memory is
/// exhausted.
///
/// `block` is the size of the buffer for a client of HTTP/1.0; chunks are read into the memory of the
/// connection.
static inline struct MHD_Response *cmhd_stream(long long size, size_t block, MHD_ContentReaderCallback read,
                                               void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(size < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)size, block, read, context,
                                           release);
}

static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t cmhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Closes an upgraded connection and its descriptor.
static inline enum MHD_Result cmhd_close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  return MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

// An epoll(7) set, for many descriptors of which few are ready.

static inline int cmhd_poll_begin(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Watches a descriptor for reading and, if `for_room` is true, for writing too.
static inline int cmhd_poll_set(int polling, int descriptor, bool is_new, bool for_room) {
  struct epoll_event event = {.events = for_room ? EPOLLIN | EPOLLOUT : EPOLLIN, .data = {.fd = descriptor}};
  return epoll_ctl(polling, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

/// Watches a descriptor for data, for room, for both or not at all; `was_watched` is true if it was
/// watched before.
static inline void cmhd_poll_change(int polling, int descriptor, bool was_watched, bool for_data, bool for_room) {
  struct epoll_event event = {.events = (for_data ? EPOLLIN : 0u) | (for_room ? EPOLLOUT : 0u),
                              .data = {.fd = descriptor}};
  // A watched descriptor always reports the end of its connection, even without these events.
  if (event.events)
    epoll_ctl(polling, was_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
  else if (was_watched)
    epoll_ctl(polling, EPOLL_CTL_DEL, descriptor, &event);
}

static inline void cmhd_poll_remove(int polling, int descriptor) {
  epoll_ctl(polling, EPOLL_CTL_DEL, descriptor, NULL);
}

/// Stores the descriptors that are ready, without waiting; returns their number, at most 256.
static inline int cmhd_poll_ready(int polling, int *descriptors) {
  struct epoll_event events[256];
  int count = epoll_wait(polling, events, 256, 0);
  for (int index = 0; index < count; index++) descriptors[index] = events[index].data.fd;
  return count;
}

/// Socket whose peer is closed; -1 if the system lacks a descriptor.
static inline int cmhd_severed(void) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair)) return -1;
  close(pair[1]);
  return pair[0];
}

/// Returns unused memory of the process to the system. glibc would keep pages that lie between others.
static inline void cmhd_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// Calls `take` with each field of a head.
static inline void cmhd_read_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context) {
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take, context);
}
