import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { CsvImport, ImportedRows, KeptColumns } from '#/kernel/web/form/CsvImport.tsx'
import { toast } from '#/kernel/web/toast.ts'
import type { ImportResult } from '#/shop/import.ts'
import { csvLimits, csvTemplate, importText } from '#/shop/import-rules.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Selling.module.css'
import { reloadSelling } from './selling.ts'

/** Imports products from a CSV file: checks it, and writes it once the seller has seen the changes. */
export default function ImportPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <div className={css.narrow}>
      <Link to={myProductsPath} className={css.back}>
        ← My products
      </Link>
      <h1>Import products</h1>
      <p className={css.lead}>
        One line for each size. Lines with the same name and brand are one product. A SKU that you already
        have changes that size; its stock and any columns missing from the file stay as they are. Nothing is
        saved before you’ve seen what it does.
      </p>
      <p className={css.lead}>
        You can also choose a product export of Shopify or WooCommerce. Add the columns {addedToExports} to it
        first, and fill them in; pictures aren’t imported.
      </p>
      <CsvImport<ImportResult>
        send={shop.call.importProducts}
        limits={csvLimits}
        template={{ name: 'products-template.csv', csv: csvTemplate }}
        errors={shopText}
        tooLong={shopText['shop.csv_too_long']}
        problemText={({ problem, detail }) => importText[problem](detail ?? '')}
        sum={(result) => `${sumOf(result)}, ${many(result.sizes, 'size')} in all`}
        onWritten={async (result) => {
          toast({ kind: 'success', title: 'Products imported', message: `${sumOf(result)}.` })
          await reloadSelling(client)
          await navigate(myProductsPath)
        }}
      >
        {({ preview, added, changed, kept }) => (
          <>
            <KeptColumns what="products" kept={kept} />
            <ImportedRows
              rows={preview.map(({ name, brand, isNew, sizes }) => ({
                key: `${name} ${brand}`,
                name: `${brand} ${name}`,
                isNew,
                about: many(sizes, 'size'),
              }))}
              count={added + changed}
            />
          </>
        )}
      </CsvImport>
    </div>
  )
}

const addedToExports = 'category, for, tax_class and, if it’s missing, brand'

const many = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
const sumOf = ({ added, changed }: ImportResult) => `${many(added, 'new product')}, ${changed} changed`
