import { type ReactNode, useEffect, useRef } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import css from './AuthFrame.module.css'

type Props = {
  title: string
  lead: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Takes the focus in place of a form just sent, so that a screen reader announces it. */
  isAnswer?: boolean
}

/** Frames the forms to sign up and log in, with the reasons to do so beside them. */
export function AuthFrame({ title, lead, children, footer, isAnswer = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [isAnswer])
  return (
    <div className={css.page}>
      <div className={css.card}>
        <h1 ref={heading} tabIndex={isAnswer ? -1 : undefined}>
          {title}
        </h1>
        <p className={css.lead}>{lead}</p>
        {children}
        {footer && <p className={css.footer}>{footer}</p>}
      </div>
      <aside className={css.aside} aria-label="What you can do here">
        <Drawing name="hero" className={css.drawing} />
        <ul className={css.promises}>
          <li>
            Vets near you <Soon path="/services/book-a-vet" />
          </li>
          <li>
            Sitters, trainers and stylists <Soon path="/services/book-pet-sitter" />
          </li>
          <li>All your pet’s visits, notes and bills in one place</li>
          <li>Free for pet owners</li>
        </ul>
      </aside>
    </div>
  )
}
