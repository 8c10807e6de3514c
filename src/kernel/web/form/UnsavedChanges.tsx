import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const leaveDialog = onDemand(() => import('./LeaveDialog.tsx'))

/** Asks before what was typed is lost: by a dialog on the way to another page, by the browser when the tab is closed. */
export function UnsavedChanges({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return
    leaveDialog.prefetch()
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
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
