import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import type { FieldDraft } from '#/kernel/web/form/field-list.ts'
import css from '#/kernel/web/form/form.module.css'
import { PhotosField } from '#/kernel/web/form/PhotosField.tsx'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnProduct, Selling } from '#/shop/selling.ts'
import { mostPictures, mostVariants, myProductsPath } from '#/shop/selling-rules.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import {
  draftOfProduct,
  groupsOf,
  inputOf,
  type ProductDraft,
  problemsOfProduct,
  withVariant,
} from './product-form.ts'
import { reloadSelling } from './selling.ts'

type Props = { product: OwnProduct | null; selling: Selling }

/** Adds a product, or changes the version that was opened. */
export function ProductForm({ product, selling }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [seen, setSeen] = useState(product)
  const known = { product: seen, selling }
  const [start, setStart] = useState(() => draftOfProduct(known))
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft<ProductDraft, string>(
    start,
    (draft) => problemsOfProduct(draft, known),
  )
  const [isSaved, setIsSaved] = useState(false)
  const write = useWrite(
    (given: ProductDraft, options): Promise<unknown> => {
      const input = { ...inputOf(given, known), pictures: given.photos }
      return seen
        ? shop.call.changeProduct(
            { ...input, id: seen.id, version: seen.version, keptPictures: given.keptPhotos },
            options,
          )
        : shop.call.addProduct(input, options)
    },
    {
      onSuccess: async () => {
        toast({
          kind: 'success',
          title: seen ? 'Product saved' : 'Product added',
          message: inputOf(draft, known).isShown
            ? 'Buyers see it now.'
            : 'It stays hidden until you show it.',
        })
        await reloadSelling(client)
        setIsSaved(true)
      },
      onError: (error) => {
        const sentence = errorText(error, shopText, 'We couldn’t save the product. Please try again.')
        const code = errorCode(error)
        const field =
          code.startsWith('picture.') || code === 'shop.too_many_pictures' ? 'photos' : fieldOfCode[code]
        if (field) show({ [field]: sentence })
        else fail(sentence)
      },
    },
  )
  // Navigating has to wait until the form counts as saved.
  useEffect(() => {
    if (isSaved) void navigate(myProductsPath)
  }, [isSaved, navigate])

  const isChanged =
    JSON.stringify({ ...draft, photos: draft.photos.length }) !== JSON.stringify({ ...start, photos: 0 })
  const isNewer = product !== null && product.version !== seen?.version && !write.isPending && !isSaved
  function takeOver() {
    const fresh = draftOfProduct({ product, selling })
    setSeen(product)
    setStart(fresh)
    change(fresh)
  }
  const groups = groupsOf(draft, known)
  const fields = {
    draft: draft.fields,
    problems,
    onChange: (part: FieldDraft) => change({ fields: { ...draft.fields, ...part } }),
  }
  const remove = (key: string) => change({ keys: draft.keys.filter((other) => other !== key) })
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        const given = check(event)
        if (given && !write.isPending) write.mutate(given)
      }}
    >
      <PhotosField
        label="Pictures"
        photos={draft.photos}
        kept={draft.keptPhotos}
        isRequired={false}
        most={mostPictures}
        problem={problems['photos']}
        onChange={({ photos, keptPhotos }) =>
          change({ ...(photos && { photos }), ...(keptPhotos && { keptPhotos }) })
        }
      />
      <FieldList groups={groups.slice(0, -1)} {...fields} />
      <div className={css.actions}>
        {draft.keys.length < mostVariants && (
          <Button variant="default" onClick={() => change(withVariant(draft))}>
            Add another size
          </Button>
        )}
        {draft.keys.length > 1 &&
          draft.keys.map((key, index) => (
            <Button key={key} variant="subtle" onClick={() => remove(key)}>
              Remove size {index + 1}
            </Button>
          ))}
      </div>
      <FieldList groups={groups.slice(-1)} {...fields} />
      {isNewer && (
        <div role="status" className={css.warning}>
          <p>This product was changed elsewhere since you opened it, so your changes can’t be saved.</p>
          <Button variant="default" onClick={takeOver}>
            Show what was saved
          </Button>
        </div>
      )}
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" color="marigold" aria-disabled={write.isPending}>
          {write.isPending ? 'Saving...' : seen ? 'Save' : 'Add product'}
        </Button>
      </div>
      <UnsavedChanges unsaved={isChanged && !isSaved} />
    </form>
  )
}

const fieldOfCode: Readonly<Record<string, string>> = {
  'shop.pharmacists_only': 'category',
  'shop.other_shelf': 'category',
  'shop.reviewed_category': 'category',
  'shop.schedule_needed': 'schedule',
  'shop.tax_class_unknown': 'taxClass',
}
