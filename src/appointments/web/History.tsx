import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './History.module.css'
import type { Told } from './history-words.ts'

const list = onDemand(() => import('./HistoryList.tsx'))

/** Lists every change of an appointment, loaded when it is opened. */
export function History({ of }: { of: Told & { id: string } }) {
  const [isOpen, setOpen] = useState(false)
  const List = useOnDemand(list, isOpen)
  return (
    <details
      className={css.history}
      onPointerEnter={list.prefetch}
      onFocus={list.prefetch}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>History</summary>
      {isOpen && (List ? <List of={of} /> : <p role="status">Loading the history...</p>)}
    </details>
  )
}
