/** Presses that came before the page's scripts, in order. */
type Keeping = { end(): HTMLElement[] }

type Page = Window & { earlyPresses?: Keeping }

/**
 * Runs in the head. A page stands before its scripts run, and on a slow phone a press would be lost meanwhile. This keeps
 * the buttons that are pressed, by the Enter key of a form too, and marks them as busy. Links work without it. It also
 * keeps a browser from sending forms itself, with a password in the address.
 */
export const keepEarlyPresses = `(()=>{
const kept=new Set,events=['click','keydown','submit']
const submitOf=f=>f?.querySelector('[data-submits],[type=submit],button:not([type])')
function keep(e){
const t=e.target
let b
if(e.type==='click')b=t.closest?.('button:not([popovertarget])')
else if(e.type==='submit')b=e.submitter||submitOf(t)
else if(e.key==='Enter'&&t.matches?.('form input'))b=submitOf(t.form)
if(!b&&e.type!=='submit')return
e.preventDefault()
e.stopImmediatePropagation()
if(!b||b.disabled)return
kept.add(b)
b.setAttribute('data-pressed','')
// Without scripts by now, the words would promise too much.
setTimeout(()=>b.removeAttribute('data-pressed'),20000)
}
for(const name of events)addEventListener(name,keep,true)
window.earlyPresses={end(){
for(const name of events)removeEventListener(name,keep,true)
for(const b of kept)b.removeAttribute('data-pressed')
return [...kept]
}}
})()`

/** Presses the kept buttons again, now that the page is alive. */
export function replayEarlyPresses(): void {
  const page: Page = window
  const kept = page.earlyPresses?.end() ?? []
  delete page.earlyPresses
  for (const button of kept) if (button.isConnected) button.click()
}
