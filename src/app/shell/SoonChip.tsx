import css from './SoonChip.module.css'
import { isSoon, type Service } from './services.ts'

/** Beside the name of a service that is not built yet. */
export function SoonChip({ service }: { service: Service }) {
  return isSoon(service) && <span className={css.soon}>Soon</span>
}
