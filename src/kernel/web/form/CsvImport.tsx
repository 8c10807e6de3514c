import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { saveCsv } from '#/kernel/web/save-csv.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './CsvImport.module.css'
import { FileButton } from './FileButton.tsx'
import { type CsvText, readCsvFile } from './read-csv-file.ts'

type Result = {
  isWritten: boolean
  problems: readonly { line: number; column: string | null }[]
  problemCount: number
}
type Sent = { file: string; isTrial: boolean }
type Chosen = { name: string; file: string; guessed: CsvText['guessed'] }
type Checked<Of> = Chosen & { result: Of }

type Props<Of extends Result> = {
  send(input: Sent, options: { context: { key: string } }): Promise<Of>
  limits: { lines: number; bytes: number }
  template: { name: string; csv: string }
  /** Sentences of the endpoint's error codes. */
  errors: Readonly<Record<string, string>>
  /** The refusal of a file that is longer than `limits.bytes`. */
  tooLong: string
  problemText(problem: Of['problems'][number]): string
  /** '3 new products, 1 changed'. */
  sum(result: Of): string
  /** Shows the rows that the file would add or change. */
  children(result: Of): ReactNode
  onWritten(result: Of): void | Promise<void>
}

/** Imports a CSV file: sends it as a trial, shows what it would do or what is wrong with it, and writes it on request. */
export function CsvImport<Of extends Result>(props: Props<Of>) {
  const { send, limits, template, errors, tooLong, problemText, sum, children, onWritten } = props
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<Checked<Of>>()
  const [failure, setFailure] = useState('')
  const onError = (error: Error) =>
    setFailure(errorText(error, errors, 'We couldn’t read the file. Please try again.'))
  const check = useWrite(({ file }: Chosen, options) => send({ file, isTrial: true }, options), {
    onSuccess: (result, given) => setChecked({ ...given, result }),
    onError,
  })
  const write = useWrite(send, {
    onSuccess: async (result, { file }) => {
      if (result.isWritten) return onWritten(result)
      setChecked({ name: checked?.name ?? '', guessed: checked?.guessed ?? null, file, result })
    },
    onError,
  })

  async function choose(file: File) {
    setChecked(undefined)
    setFailure('')
    // UTF-16 takes twice the bytes; the server counts them as UTF-8.
    if (file.size > limits.bytes * 2) return setFailure(tooLong)
    const { text, guessed } = await readCsvFile(file)
    check.mutate({ name: file.name, file: text, guessed })
  }

  return (
    <>
      <div className={css.buttons}>
        <FileButton
          ref={input}
          label={check.isPending ? 'Checking...' : 'Choose a CSV file'}
          accept=".csv,text/csv"
          describedBy="csv-hint"
          problem={failure !== ''}
          busy={check.isPending}
          onChoose={(file) => void choose(file)}
        />
        <Button variant="subtle" onClick={() => saveCsv(template.name, template.csv)}>
          Download the template
        </Button>
      </div>
      <p id="csv-hint" className={css.soft}>
        Commas, semicolons or tabs, up to {limits.lines.toLocaleString('en-IN')} lines and{' '}
        {limits.bytes / 1000} kB.
      </p>
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div role="status">
        {checked &&
          (checked.result.problemCount > 0 ? (
            <Problems name={checked.name} result={checked.result} problemText={problemText} />
          ) : (
            <section className={css.section} aria-labelledby="preview">
              <h2 id="preview">
                {checked.name}: {sum(checked.result)}
              </h2>
              {checked.guessed && (
                <p>
                  This file isn’t in UTF-8, so we’ve read it as {checked.guessed}. Please check letters with
                  accents and signs such as ₹ before you import it.
                </p>
              )}
              {children(checked.result)}
            </section>
          ))}
      </div>
      {checked && checked.result.problemCount === 0 && (
        <Button
          color="marigold"
          aria-disabled={write.isPending}
          onClick={() => write.isPending || write.mutate({ file: checked.file, isTrial: false })}
        >
          {write.isPending ? 'Importing...' : 'Import them'}
        </Button>
      )}
    </>
  )
}

type ProblemsProps<Of extends Result> = { name: string; result: Of; problemText: Props<Of>['problemText'] }

function Problems<Of extends Result>({ name, result, problemText }: ProblemsProps<Of>) {
  const { problems, problemCount } = result
  return (
    <section className={css.section} aria-labelledby="problems">
      <h2 id="problems">
        {name}: {problemCount} {problemCount === 1 ? 'problem' : 'problems'}
      </h2>
      <p>Nothing was imported. Please correct the file and choose it again.</p>
      <ul className={css.problems}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.column} ${problemText(problem)}`}>
            <strong>
              Line {problem.line}
              {problem.column && `, ${problem.column}`}
            </strong>
            {problemText(problem)}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && <p>And {problemCount - problems.length} more.</p>}
    </section>
  )
}

/** Says which columns aren't in the file. */
export function KeptColumns({ what, kept }: { what: string; kept: readonly string[] }) {
  if (kept.length === 0) return null
  return (
    <p>
      These columns aren’t in the file, so changed {what} keep their current values: {kept.join(', ')}.
    </p>
  )
}

type ChangesProps = {
  rows: readonly { key: string; name: string; isNew: boolean; about?: string }[]
  /** The number of all changes; `rows` may be only the first of them. */
  count: number
}

/** Lists what is new and what changes. */
export function ImportedRows({ rows, count }: ChangesProps) {
  return (
    <>
      <ul className={css.rows}>
        {rows.map(({ key, name, isNew, about }) => (
          <li key={key}>
            <span>{name}</span>
            <strong>{isNew ? 'New' : 'Changed'}</strong>
            {about && <span className={css.soft}>{about}</span>}
          </li>
        ))}
      </ul>
      {count > rows.length && <p>And {count - rows.length} more.</p>}
    </>
  )
}
