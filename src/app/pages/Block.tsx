import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './Block.module.css'

/** Beside the title of a block: to the whole list. */
export function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={button.plain}>
      {children}
    </Link>
  )
}

/** Where a block has nothing to show: a sentence, and what to do about it. */
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
