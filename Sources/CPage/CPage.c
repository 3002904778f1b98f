// The files of the page, embedded in the program. In C, because #embed compiles in 0.1 s, and array
// literals in Swift took 25 s. A new file has to be added in two places below; a test of the
// gateway finds one that is missing.

#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "../Page/api.js"
};
static const unsigned char awake_js[] = {
#embed "../Page/awake.js"
};
static const unsigned char bell_js[] = {
#embed "../Page/bell.js"
};
static const unsigned char clock_js[] = {
#embed "../Page/clock.js"
};
static const unsigned char dom_js[] = {
#embed "../Page/dom.js"
};
static const unsigned char errands_js[] = {
#embed "../Page/errands.js"
};
static const unsigned char follow_js[] = {
#embed "../Page/follow.js"
};
static const unsigned char form_js[] = {
#embed "../Page/form.js"
};
static const unsigned char hearing_js[] = {
#embed "../Page/hearing.js"
};
static const unsigned char icon_svg[] = {
#embed "../Page/icon.svg"
};
static const unsigned char ids_js[] = {
#embed "../Page/ids.js"
};
static const unsigned char index_html[] = {
#embed "../Page/index.html"
};
static const unsigned char live_js[] = {
#embed "../Page/live.js"
};
static const unsigned char main_js[] = {
#embed "../Page/main.js"
};
static const unsigned char microphone_js[] = {
#embed "../Page/microphone.js"
};
static const unsigned char navigate_js[] = {
#embed "../Page/navigate.js"
};
static const unsigned char notes_js[] = {
#embed "../Page/notes.js"
};
static const unsigned char page_css[] = {
#embed "../Page/page.css"
};
static const unsigned char part_cells_js[] = {
#embed "../Page/part-cells.js"
};
static const unsigned char part_detail_js[] = {
#embed "../Page/part-detail.js"
};
static const unsigned char part_entry_js[] = {
#embed "../Page/part-entry.js"
};
static const unsigned char part_focus_js[] = {
#embed "../Page/part-focus.js"
};
static const unsigned char part_form_js[] = {
#embed "../Page/part-form.js"
};
static const unsigned char part_live_js[] = {
#embed "../Page/part-live.js"
};
static const unsigned char part_past_js[] = {
#embed "../Page/part-past.js"
};
static const unsigned char part_sheets_js[] = {
#embed "../Page/part-sheets.js"
};
static const unsigned char part_times_js[] = {
#embed "../Page/part-times.js"
};
static const unsigned char part_tools_js[] = {
#embed "../Page/part-tools.js"
};
static const unsigned char parts_js[] = {
#embed "../Page/parts.js"
};
static const unsigned char people_js[] = {
#embed "../Page/people.js"
};
static const unsigned char places_js[] = {
#embed "../Page/places.js"
};
static const unsigned char recorder_js[] = {
#embed "../Page/recorder.js"
};
static const unsigned char reduce_list_js[] = {
#embed "../Page/reduce-list.js"
};
static const unsigned char reduce_stream_js[] = {
#embed "../Page/reduce-stream.js"
};
static const unsigned char reduce_js[] = {
#embed "../Page/reduce.js"
};
static const unsigned char resample_js[] = {
#embed "../Page/resample.js"
};
static const unsigned char ring_js[] = {
#embed "../Page/ring.js"
};
static const unsigned char schedule_js[] = {
#embed "../Page/schedule.js"
};
static const unsigned char sound_store_js[] = {
#embed "../Page/sound-store.js"
};
static const unsigned char sound_window_js[] = {
#embed "../Page/sound-window.js"
};
static const unsigned char start_js[] = {
#embed "../Page/start.js"
};
static const unsigned char state_js[] = {
#embed "../Page/state.js"
};
static const unsigned char stream_js[] = {
#embed "../Page/stream.js"
};
static const unsigned char trace_js[] = {
#embed "../Page/trace.js"
};
static const unsigned char turn_js[] = {
#embed "../Page/turn.js"
};
static const unsigned char view_cells_js[] = {
#embed "../Page/view-cells.js"
};
static const unsigned char view_detail_js[] = {
#embed "../Page/view-detail.js"
};
static const unsigned char view_focus_js[] = {
#embed "../Page/view-focus.js"
};
static const unsigned char view_form_js[] = {
#embed "../Page/view-form.js"
};
static const unsigned char view_list_js[] = {
#embed "../Page/view-list.js"
};
static const unsigned char view_live_js[] = {
#embed "../Page/view-live.js"
};
static const unsigned char view_notes_js[] = {
#embed "../Page/view-notes.js"
};
static const unsigned char view_parts_js[] = {
#embed "../Page/view-parts.js"
};
static const unsigned char view_past_js[] = {
#embed "../Page/view-past.js"
};
static const unsigned char view_people_js[] = {
#embed "../Page/view-people.js"
};
static const unsigned char view_rows_js[] = {
#embed "../Page/view-rows.js"
};
static const unsigned char view_tools_js[] = {
#embed "../Page/view-tools.js"
};
static const unsigned char view_js[] = {
#embed "../Page/view.js"
};
static const unsigned char words_alerts_js[] = {
#embed "../Page/words-alerts.js"
};
static const unsigned char words_cells_js[] = {
#embed "../Page/words-cells.js"
};
static const unsigned char words_focus_js[] = {
#embed "../Page/words-focus.js"
};
static const unsigned char words_form_js[] = {
#embed "../Page/words-form.js"
};
static const unsigned char words_mic_js[] = {
#embed "../Page/words-mic.js"
};
static const unsigned char words_notes_js[] = {
#embed "../Page/words-notes.js"
};
static const unsigned char words_past_js[] = {
#embed "../Page/words-past.js"
};
static const unsigned char words_people_js[] = {
#embed "../Page/words-people.js"
};
static const unsigned char words_sheets_js[] = {
#embed "../Page/words-sheets.js"
};
static const unsigned char words_tools_js[] = {
#embed "../Page/words-tools.js"
};
static const unsigned char words_js[] = {
#embed "../Page/words.js"
};

#define FILE_OF_PAGE(name, bytes) {name, bytes, sizeof(bytes)}
static const cpage_file files[] = {
    FILE_OF_PAGE("api.js", api_js),
    FILE_OF_PAGE("awake.js", awake_js),
    FILE_OF_PAGE("bell.js", bell_js),
    FILE_OF_PAGE("clock.js", clock_js),
    FILE_OF_PAGE("dom.js", dom_js),
    FILE_OF_PAGE("errands.js", errands_js),
    FILE_OF_PAGE("follow.js", follow_js),
    FILE_OF_PAGE("form.js", form_js),
    FILE_OF_PAGE("hearing.js", hearing_js),
    FILE_OF_PAGE("icon.svg", icon_svg),
    FILE_OF_PAGE("ids.js", ids_js),
    FILE_OF_PAGE("index.html", index_html),
    FILE_OF_PAGE("live.js", live_js),
    FILE_OF_PAGE("main.js", main_js),
    FILE_OF_PAGE("microphone.js", microphone_js),
    FILE_OF_PAGE("navigate.js", navigate_js),
    FILE_OF_PAGE("notes.js", notes_js),
    FILE_OF_PAGE("page.css", page_css),
    FILE_OF_PAGE("part-cells.js", part_cells_js),
    FILE_OF_PAGE("part-detail.js", part_detail_js),
    FILE_OF_PAGE("part-entry.js", part_entry_js),
    FILE_OF_PAGE("part-focus.js", part_focus_js),
    FILE_OF_PAGE("part-form.js", part_form_js),
    FILE_OF_PAGE("part-live.js", part_live_js),
    FILE_OF_PAGE("part-past.js", part_past_js),
    FILE_OF_PAGE("part-sheets.js", part_sheets_js),
    FILE_OF_PAGE("part-times.js", part_times_js),
    FILE_OF_PAGE("part-tools.js", part_tools_js),
    FILE_OF_PAGE("parts.js", parts_js),
    FILE_OF_PAGE("people.js", people_js),
    FILE_OF_PAGE("places.js", places_js),
    FILE_OF_PAGE("recorder.js", recorder_js),
    FILE_OF_PAGE("reduce-list.js", reduce_list_js),
    FILE_OF_PAGE("reduce-stream.js", reduce_stream_js),
    FILE_OF_PAGE("reduce.js", reduce_js),
    FILE_OF_PAGE("resample.js", resample_js),
    FILE_OF_PAGE("ring.js", ring_js),
    FILE_OF_PAGE("schedule.js", schedule_js),
    FILE_OF_PAGE("sound-store.js", sound_store_js),
    FILE_OF_PAGE("sound-window.js", sound_window_js),
    FILE_OF_PAGE("start.js", start_js),
    FILE_OF_PAGE("state.js", state_js),
    FILE_OF_PAGE("stream.js", stream_js),
    FILE_OF_PAGE("trace.js", trace_js),
    FILE_OF_PAGE("turn.js", turn_js),
    FILE_OF_PAGE("view-cells.js", view_cells_js),
    FILE_OF_PAGE("view-detail.js", view_detail_js),
    FILE_OF_PAGE("view-focus.js", view_focus_js),
    FILE_OF_PAGE("view-form.js", view_form_js),
    FILE_OF_PAGE("view-list.js", view_list_js),
    FILE_OF_PAGE("view-live.js", view_live_js),
    FILE_OF_PAGE("view-notes.js", view_notes_js),
    FILE_OF_PAGE("view-parts.js", view_parts_js),
    FILE_OF_PAGE("view-past.js", view_past_js),
    FILE_OF_PAGE("view-people.js", view_people_js),
    FILE_OF_PAGE("view-rows.js", view_rows_js),
    FILE_OF_PAGE("view-tools.js", view_tools_js),
    FILE_OF_PAGE("view.js", view_js),
    FILE_OF_PAGE("words-alerts.js", words_alerts_js),
    FILE_OF_PAGE("words-cells.js", words_cells_js),
    FILE_OF_PAGE("words-focus.js", words_focus_js),
    FILE_OF_PAGE("words-form.js", words_form_js),
    FILE_OF_PAGE("words-mic.js", words_mic_js),
    FILE_OF_PAGE("words-notes.js", words_notes_js),
    FILE_OF_PAGE("words-past.js", words_past_js),
    FILE_OF_PAGE("words-people.js", words_people_js),
    FILE_OF_PAGE("words-sheets.js", words_sheets_js),
    FILE_OF_PAGE("words-tools.js", words_tools_js),
    FILE_OF_PAGE("words.js", words_js),
};

const cpage_file *cpage_files(size_t *count) {
  *count = sizeof(files) / sizeof(files[0]);
  return files;
}
