import { readerWarning } from '#/reports/text.ts'
import css from './ReaderWarning.module.css'

/** Warns readers about swindlers, at a text that names a way to pay, a number or a code. */
export const ReaderWarning = () => (
  <p className={css.warning} role="note">
    {readerWarning}
  </p>
)
