import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import css from './ViewFrame.module.css'

type Props = {
  title: string
  back?: { to: string; label: string }
  beside?: ReactNode
  children: ReactNode
}

/** Frames one of several views below a path, with the way back and its heading. */
export function ViewFrame({ title, back, beside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isFirst = key === 'default'
  // Between views only the query string changes, so nothing else announces the new one.
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
  }, [isFirst])
  return (
    <div className={css.page}>
      {back && (
        <Link to={back.to} className={css.back}>
          ← {back.label}
        </Link>
      )}
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </div>
  )
}
