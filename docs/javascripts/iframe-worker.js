/*
 * Pages that are opened as files may not start a worker, so the search of the site would be missing there.
 * This runs the script of the worker in a hidden frame instead. Pages from a server are left alone.
 */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.waiting = []
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inside = frame.contentWindow
      inside.IFrameWorker = this
      inside.importScripts = () => {}
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      this.inside = inside
      const script = inside.document.createElement("script")
      script.src = url
      script.onload = () => {
        const waiting = this.waiting
        this.waiting = null
        waiting.forEach((data) => this.postMessage(data))
      }
      inside.document.body.append(script)
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data)
      else this.inside.dispatchEvent(new MessageEvent("message", { data }))
    }

    terminate() {}
  }
}
