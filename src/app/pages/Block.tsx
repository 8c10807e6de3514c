import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './Block.module.css'

/** Links to the whole list, beside the title. */
export function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={button.plain}>
      {children}
    </Link>
  )
}

/** Shows a sentence and an action in an empty block. */
export function Empty({ sentence, to, action }: { sentence: string; to: string; action: string }) {
  return (
    <div className={css.empty}>
      <Drawing name="no-appointments" width={160} />
      <div>
        <p tabIndex={-1}>{sentence}</p>
        <Link to={to} className={button.primary}>
          {action}
        </Link>
      </div>
    </div>
  )
}
