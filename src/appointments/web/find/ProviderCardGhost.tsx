import css from './ProviderCard.module.css'

const line = (width: string, height = '1rem') => <span style={{ width, height }} />

/** Shows the outline of a card that is loading. */
export function ProviderCardGhost() {
  return (
    <div className={css.ghost} aria-hidden="true">
      <div className={css.head}>
        <span style={{ width: 72, height: 72, borderRadius: 'var(--mantine-radius-lg)', flex: 'none' }} />
        <div className={css.who} style={{ gap: '0.5rem', flex: 1 }}>
          {line('70%', '1.375rem')}
          {line('50%')}
          {line('35%')}
        </div>
      </div>
      <div className={css.facts}>
        {line('65%', '1.25rem')}
        {line('55%', '1.25rem')}
        {line('45%', '1.25rem')}
        {line('50%', '1.25rem')}
      </div>
      {line('100%', '4rem')}
      <div className={css.foot}>
        {line('6rem', '2.5rem')}
        {line('5.5rem', '2.75rem')}
      </div>
    </div>
  )
}
