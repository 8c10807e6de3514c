import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './Dialog.module.css'
import { CloseIcon } from './icons.tsx'

type Props = { title: string; onClose: () => void; side?: boolean; children: ReactNode }

/**
 * Shows a modal dialog while it is rendered, from the bottom edge or from the side. The browser's own dialog traps the
 * focus, closes on Escape and returns the focus, without JavaScript in the first load.
 */
export function Dialog({ title, onClose, side = false, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Escape and the Close button
    <dialog
      ref={ref}
      className={side ? css.side : css.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={css.content}>
        <div className={css.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
