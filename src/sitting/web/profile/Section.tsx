import { type ReactNode, useId } from 'react'
import css from './Section.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
