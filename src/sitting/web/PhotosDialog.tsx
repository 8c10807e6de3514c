import { Modal } from '@mantine/core'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Sitter } from '#/sitting/shapes.ts'
import { PhotoList } from './PhotoList.tsx'
import css from './PhotosDialog.module.css'

export type PhotosDialogProps = { sitter: Pick<Sitter, 'name' | 'photos'>; onClose(): void }

export default function PhotosDialog({ sitter: { name, photos }, onClose }: PhotosDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Photos by {name}</strong>}
      size="44rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {photos.length > 0 ? (
        <PhotoList photos={photos} by={name} />
      ) : (
        <div className={css.none}>
          <Drawing name="no-results" />
          <p>No Photos Available</p>
        </div>
      )}
    </Modal>
  )
}
