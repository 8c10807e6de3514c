import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '#/kernel/web/error-text.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import { saveCsv } from '#/kernel/web/save-csv.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { ImportResult } from '#/shop/import.ts'
import { csvLimits, csvTemplate, importText } from '#/shop/import-rules.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Selling.module.css'
import { reloadSelling } from './selling.ts'

type Checked = { name: string; file: string; result: ImportResult }

/** Imports products from a CSV file: checks it, and writes it once the seller has seen the changes. */
export default function ImportPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<Checked>()
  const [failure, setFailure] = useState('')
  const onError = (error: Error) =>
    setFailure(errorText(error, shopText, 'We couldn’t read the file. Please try again.'))

  const check = useWrite(
    ({ file }: { name: string; file: string }, options) =>
      shop.call.importProducts({ file, isTrial: true }, options),
    { onSuccess: (result, given) => setChecked({ ...given, result }), onError },
  )
  const write = useWrite(shop.call.importProducts, {
    onSuccess: async (result, { file }) => {
      if (!result.isWritten) return setChecked({ name: checked?.name ?? '', file, result })
      toast({ kind: 'success', title: 'Products imported', message: `${sumOf(result)}.` })
      await reloadSelling(client)
      await navigate(myProductsPath)
    },
    onError,
  })

  async function choose(file: File) {
    setChecked(undefined)
    setFailure('')
    if (file.size > csvLimits.bytes) return setFailure(shopText['shop.csv_too_long'])
    check.mutate({ name: file.name, file: await file.text() })
  }

  return (
    <div className={css.narrow}>
      <Link to={myProductsPath} className={css.back}>
        ← My products
      </Link>
      <h1>Import products</h1>
      <p className={css.lead}>
        One line for each size. Lines with the same name and brand are one product. A SKU that you already
        have changes that size, and its stock stays. Nothing is saved before you’ve seen what it does.
      </p>
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
        <Button variant="subtle" onClick={() => saveCsv('products-template.csv', csvTemplate)}>
          Download the template
        </Button>
      </div>
      <p id="csv-hint" className={css.soft}>
        UTF-8, up to {csvLimits.lines.toLocaleString('en-IN')} lines and {csvLimits.bytes / 1000} kB.
      </p>
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div role="status">
        {checked &&
          (checked.result.problemCount > 0 ? <Problems checked={checked} /> : <Preview checked={checked} />)}
      </div>
      {checked && checked.result.problemCount === 0 && (
        <Button
          color="marigold"
          aria-disabled={write.isPending}
          onClick={() => write.mutate({ file: checked.file, isTrial: false })}
        >
          {write.isPending ? 'Importing...' : 'Import them'}
        </Button>
      )}
    </div>
  )
}

const many = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
const sumOf = ({ added, changed }: ImportResult) => `${many(added, 'new product')}, ${changed} changed`

function Problems({ checked: { name, result } }: { checked: Checked }) {
  const { problems, problemCount } = result
  return (
    <section className={css.section} aria-labelledby="problems">
      <h2 id="problems">
        {name}: {many(problemCount, 'problem')}
      </h2>
      <p>Nothing was imported. Please correct the file and choose it again.</p>
      <ul className={css.problems}>
        {problems.map(({ line, column, problem, detail }) => (
          <li key={`${line} ${column} ${problem} ${detail}`}>
            <strong>
              Line {line}
              {column && `, ${column}`}
            </strong>
            {importText[problem](detail ?? '')}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && <p>And {problemCount - problems.length} more.</p>}
    </section>
  )
}

function Preview({ checked: { name, result } }: { checked: Checked }) {
  const { preview, added, changed, sizes } = result
  return (
    <section className={css.section} aria-labelledby="preview">
      <h2 id="preview">
        {name}: {sumOf(result)}, {many(sizes, 'size')} in all
      </h2>
      <ul className={css.history}>
        {preview.map((product) => (
          <li key={`${product.name} ${product.brand}`}>
            <span>
              {product.brand} {product.name}
            </span>
            <strong>{product.isNew ? 'New' : 'Changed'}</strong>
            <span className={css.soft}>{many(product.sizes, 'size')}</span>
          </li>
        ))}
      </ul>
      {added + changed > preview.length && <p>And {added + changed - preview.length} more.</p>}
    </section>
  )
}
