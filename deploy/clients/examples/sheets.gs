/**
 * Standups in Google Sheets. In the sheet, open Extensions > Apps Script, paste this file, and add two script properties
 * under Project Settings: STANDUPS_URL, such as https://standups.example.org, and STANDUPS_TOKEN. Then enter
 * =STANDUPS() or =MEETINGS("id of a standup") into a cell.
 *
 * Google's servers send the requests, so the gateway must be reachable from the Internet.
 */

/**
 * The standups: title, number of past meetings, and time of the last one.
 *
 * @return {Array<Array<string|number>>} a row for each standup
 * @customfunction
 */
function STANDUPS() {
  const rows = pages('/api/standups', 'standups').map((one) => [
    one.standup.title, one.meetings, one.lastMeeting || '']);
  return [['title', 'meetings', 'last meeting'], ...rows];
}

/**
 * The past meetings of a standup: time, and duration in minutes.
 *
 * @param {string} standup id of the standup
 * @return {Array<Array<string|number>>} a row for each meeting, the newest one first
 * @customfunction
 */
function MEETINGS(standup) {
  const rows = pages('/api/standups/' + encodeURIComponent(standup) + '/meetings', 'meetings').map((one) => [
    one.date, Math.round((one.durationMs || 0) / 60000)]);
  return [['time', 'minutes'], ...rows];
}

/** All elements of a list, page by page. */
function pages(path, member) {
  const properties = PropertiesService.getScriptProperties();
  const found = [];
  let query = '';
  do {
    const response = UrlFetchApp.fetch(properties.getProperty('STANDUPS_URL') + path + query, {
      headers: { Authorization: 'Bearer ' + properties.getProperty('STANDUPS_TOKEN') },
    });
    const page = JSON.parse(response.getContentText());
    found.push(...page[member]);
    query = page.next ? '?after=' + encodeURIComponent(page.next) : '';
  } while (query);
  return found;
}
