import { Button } from '@mantine/core'
import { Check, Ellipsis } from 'lucide'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { type Day, instantAt, minutesOf, zoneLabel } from '#/kernel/time.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { PetPicture } from '#/pets/web/index.ts'
import type { Task } from '#/todo/contract.ts'
import { kindText } from '#/todo/text.ts'
import { assigneeText } from './assignees.ts'
import { TaskActions } from './TaskActions.tsx'
import css from './TaskRow.module.css'
import type { Ticked } from './use-ticking.tsx'
import { dueText, householdText, repeatText, tickText } from './words.ts'

type Props = {
  task: Task
  today: Day
  isSending: boolean
  onTick(): void
  /** Without it, the row has no further actions. */
  onEdit?(): void
}

export function TaskRow({ task, today, isSending, onTick, onEdit }: Props) {
  const { title, detail, notes, pet, at, dueOn, repeat, ends, lastTick, source, kind, household, assignee } =
    task
  const [isOpen, setOpen] = useState(false)
  const actions = useId()
  const often = repeatText(repeat, ends)
  const name = pet ? `${title}, ${pet.name}` : title
  const isDueToday = dueOn === today
  const dueAt = household && at ? instantAt(dueOn, minutesOf(at), household.zone) : null
  const clocks = household && dueAt && zoneLabel(household.zone, ownZone(), dueAt)
  return (
    <article className={css.row} tabIndex={-1} aria-label={name}>
      <button
        type="button"
        className={css.tick}
        aria-label={`Mark as done: ${name}`}
        aria-disabled={isSending}
        data-busy={isSending || undefined}
        onClick={() => isSending || onTick()}
      >
        <span>
          <LineIcon icon={Check} size={18} stroke={3} />
        </span>
      </button>
      <div className={css.words}>
        <h3>{title}</h3>
        <p className={css.facts}>
          {dueOn < today ? (
            <strong className={css.overdue}>{dueText(task, today)}</strong>
          ) : (
            (!isDueToday || at) && <span>{isDueToday ? at : dueText(task, today)}</span>
          )}
          {clocks && <span>{clocks}</span>}
          {pet && (
            <span className={css.pet}>
              <PetPicture pet={pet} size={22} decorative />
              {pet.name}
            </span>
          )}
          {kind !== 'other' && !source && <span>{kindText[kind]}</span>}
          {often && <span>{often}</span>}
          {assignee && <span>{assigneeText(assignee)}</span>}
          {household && <span>{householdText(household)}</span>}
        </p>
        {detail && <p className={css.detail}>{detail}</p>}
        {notes && <p className={css.notes}>{notes}</p>}
        {repeat && lastTick && <p className={css.last}>Last done {tickText(lastTick, today, ownZone())}</p>}
        {source && (
          <Link to={source.path} className={css.source}>
            {source.label}
          </Link>
        )}
      </div>
      {onEdit && (
        <button
          type="button"
          className={css.more}
          aria-label={`More for ${name}`}
          aria-expanded={isOpen}
          aria-controls={actions}
          onClick={() => setOpen(!isOpen)}
        >
          <LineIcon icon={Ellipsis} />
        </button>
      )}
      {onEdit && (
        <div id={actions} className={css.actions} hidden={!isOpen}>
          <TaskActions task={task} today={today} name={name} onEdit={onEdit} onDone={() => setOpen(false)} />
        </div>
      )}
    </article>
  )
}

const undoMs = 10_000

/** Stands in for a task that was just ticked. */
export function TickedRow({ ticked, onUndo, onOver }: { ticked: Ticked; onUndo(): void; onOver(): void }) {
  const { title, pet } = ticked.task
  const isWaiting = ticked.waiting !== undefined
  const name = pet ? `${title}, ${pet.name}` : title
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from the tick, not from the last rendering
  useEffect(() => {
    if (isWaiting) return
    const timer = setTimeout(onOver, undoMs)
    return () => clearTimeout(timer)
  }, [ticked.tickId, isWaiting])
  return (
    <article className={css.row} tabIndex={-1} aria-label={`Done: ${name}`} data-done>
      <span className={css.tick}>
        <span>
          <LineIcon icon={Check} size={18} stroke={3} />
        </span>
      </span>
      <div className={css.words}>
        <h3>{title}</h3>
        <p className={css.facts}>
          <span>{isWaiting ? 'Done. Waiting to be sent.' : 'Done'}</span>
          {pet && <span>{pet.name}</span>}
        </p>
      </div>
      <Button variant="default" aria-label={`Undo: ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </article>
  )
}
