import { Link } from 'react-router'
import { groupOf } from '#/todo/rules.ts'
import { arranged, withReopened } from '#/todo/web/arrange.ts'
import { TaskRow, TickedRow } from '#/todo/web/TaskRow.tsx'
import { useOpenTasks } from '#/todo/web/use-open-tasks.ts'
import { useTicking } from '#/todo/web/use-ticking.tsx'
import block from './Block.module.css'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './ToDo.module.css'

const shown = 5

/** Shows what is overdue or due in the next seven days. */
export function ToDo() {
  const { query, today, open } = useOpenTasks()
  const { ticked, reopened, question, drop, isSending, tick, undo } = useTicking(today)
  const tasks = withReopened(open, reopened)
  const soon = tasks.filter(({ dueOn }) => groupOf(dueOn, today) !== 'later')
  const rows = arranged(soon, ticked, { today, by: 'day', pet: '', who: '' }).flatMap(
    (section) => section.rows,
  )
  return (
    <DashboardBlock
      title="To-Do"
      isPending={query.isPending}
      isError={query.isLoadingError}
      retry={query.refetch}
      aside={<All to="/todo">{rows.length > shown ? `All ${tasks.length} tasks` : 'All tasks'}</All>}
    >
      {rows.length === 0 ? (
        <p className={block.none} tabIndex={-1}>
          Nothing to do in the next 7 days. <Link to="/todo">Add a task</Link>
        </p>
      ) : (
        <ul className={css.list}>
          {rows.slice(0, shown).map(({ key, task, done }) => (
            <li key={key}>
              {done ? (
                <TickedRow ticked={done} onUndo={() => undo(done)} onOver={() => drop(done.tickId)} />
              ) : (
                <TaskRow task={task} today={today} isSending={isSending(task)} onTick={() => tick(task)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {question}
    </DashboardBlock>
  )
}
