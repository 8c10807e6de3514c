import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const leaveDialog = onDemand(() => import('./LeaveDialog.tsx'))

/** Each form and whether it is unsaved. The router allows one blocker only, so the first form blocks for all. */
const forms = new Map<symbol, boolean>()
const watchers = new Set<() => void>()
const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

function note(change: () => void): void {
  change()
  for (const tell of watchers) tell()
}

/** Asks before typed text is lost: by a dialog on the way to another page, by the browser when the tab is closed. */
export function UnsavedChanges({ unsaved }: { unsaved: boolean }) {
  const [form] = useState(() => Symbol('form'))
  // Runs before the saved state is painted, because a click may follow at once.
  useLayoutEffect(() => note(() => forms.set(form, unsaved)), [form, unsaved])
  useLayoutEffect(() => () => note(() => forms.delete(form)), [form])
  const isFirst = useSyncExternalStore(
    watch,
    () => forms.keys().next().value === form,
    () => false,
  )
  useEffect(() => {
    if (!unsaved) return
    leaveDialog.prefetch()
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
  return isFirst && <LeaveGuard />
}

function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && [...forms.values()].includes(true),
  )
  const asking = blocker.state === 'blocked'
  const [asked, setAsked] = useState(false)
  if (asking && !asked) setAsked(true)
  const LeaveDialog = useOnDemand(leaveDialog, asked)
  return (
    LeaveDialog && (
      <LeaveDialog asking={asking} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
    )
  )
}
