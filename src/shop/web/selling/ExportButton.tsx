import { Button } from '@mantine/core'
import { errorText } from '#/kernel/web/error-text.ts'
import { saveCsv } from '#/kernel/web/save-csv.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { shop } from '#/shop/web/shop.ts'

/** Downloads all of the seller's products as CSV. */
export function ExportButton() {
  const write = useWrite((_input: Record<string, never>) => shop.call.exportProducts(), {
    onSuccess: ({ csv }) => saveCsv('my-products.csv', csv),
    onError: (error) => toast({ kind: 'error', title: 'Not exported', message: errorText(error) }),
  })
  return (
    <Button variant="default" aria-disabled={write.isPending} onClick={() => write.mutate({})}>
      {write.isPending ? 'Exporting...' : 'Export'}
    </Button>
  )
}
