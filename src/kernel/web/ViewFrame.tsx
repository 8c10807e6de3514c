import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import css from './ViewFrame.module.css'

type Props = {
  title: string
  back?: { to: string; label: string }
  beside?: ReactNode
  children: ReactNode
}

/** One of several views below one path: the way back, its heading, and what stands beside that. */
export function ViewFrame({ title, back, beside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isFirst = key === 'default'
  // From one view to another the address changes behind the question mark only: nobody else says where one is.
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
