"""Measures the page's speed: prints one JSON object. Not a test: figures depend on the machine.

    python3 measure.py [SECONDS]     against the gateway in memory, or PAGE_GATEWAY with PAGE_COOKIE
"""
import json
import statistics
import sys

from harness import PageTest

DRAW = """async () => {
  const at = new URL('.', document.querySelector('script[type=module]').src);
  const [{ render }, { view }, { initial }] = await Promise.all(['dom.js', 'view.js', 'state.js'].map((name) => import(at + name)));
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const state = Object.assign(initial(), { entry: 'in', isLoaded: true, me: { name: 'Ada', role: 'operator' }, stream: 'following' });
  const attendees = ['Ada', 'Grace', 'Edsger'].map((name) => ({ id: name, name }));
  for (let i = 0; i < 1000; i++) state.standups.set('s' + i, { meetings: 0, standup: { id: 's' + i, title: 'Standup ' + i, theme: ['orange', 'teal', 'navy', 'sky'][i % 4], durationMs: 300000, attendees, revision: 1 } });
  const timed = () => { const from = performance.now(); render(root, view(state)); root.offsetHeight; return performance.now() - from; };
  const first = timed();
  const changes = [];
  for (let i = 0; i < 50; i++) {
    const old = state.standups.get('s' + i);
    state.standups.set('s' + i, { ...old, standup: { ...old.standup, title: 'Changed ' + i } });
    changes.push(timed());
  }
  return { first, changes };
}"""

TICKS = """() => {
  window.ticks = [];
  const open = WebSocket;
  let last = 0;
  window.WebSocket = class extends open {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        if (!data.includes('meeting.tick')) return;
        const sent = Date.parse(JSON.parse(data).event.time);
        const arrived = performance.timeOrigin + performance.now() - sent;
        // The page draws in the next frame; a message that is posted there comes when the frame was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.ticks.push([arrived, performance.timeOrigin + performance.now() - sent]);
          port2.postMessage(null);
        });
      });
    }
  };
}"""


class Measure(PageTest):
    def runTest(self):
        seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
        told = {}
        paints = []
        for _ in range(7):
            page = self.open("/")
            page.wait_for_timeout(200)
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
            page.context.close()
        told["firstContentfulPaintMs"] = round(statistics.median(paints), 1)
        drawn = []
        for _ in range(7):
            page = self.open("/")
            page.wait_for_timeout(200)
            drawn.append(page.evaluate(DRAW))
            page.context.close()
        told["drawn1000Ms"] = round(statistics.median(each["first"] for each in drawn), 1)
        told["drawn1000MaxMs"] = round(max(each["first"] for each in drawn), 1)
        changes = [ms for each in drawn for ms in each["changes"]]
        told["oneOf1000ChangedMs"] = round(statistics.median(changes), 2)
        told["oneOf1000ChangedMaxMs"] = round(max(changes), 2)
        standup = self.standup(minutes=10)
        self.meet(standup, isRecorded=False)
        context = self.context()
        context.add_init_script(f"({TICKS})()")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.wait_for_timeout(seconds * 1000)
        arrivals, ticks = (sorted(each) for each in zip(*page.evaluate("window.ticks"), strict=True))
        told["ticks"] = len(ticks)
        told["tickToBrowserP50Ms"] = round(statistics.median(arrivals), 1)
        told["tickToPixelP50Ms"] = round(statistics.median(ticks), 1)
        told["tickToPixelP99Ms"] = round(ticks[min(len(ticks) - 1, int(len(ticks) * 0.99))], 1)
        print(json.dumps(told))


if __name__ == "__main__":
    import unittest
    result = unittest.TextTestRunner(verbosity=0).run(unittest.TestSuite([Measure()]))
    sys.exit(not result.wasSuccessful())
