import { useId } from 'preact/hooks';
import { TextInput } from './field.tsx';
import type { StepProps } from './step.ts';

/** Who asks, and that the seller may answer. */
export function ContactStep({ data: { words, consent }, chosen, change }: StepProps) {
  const id = useId();
  const { contact } = chosen;
  const set = (part: Partial<typeof contact>) => change({ contact: { ...contact, ...part } });
  return (
    <>
      <div class="pair">
        <TextInput
          label={words.firstName}
          value={contact.first_name}
          autocomplete="given-name"
          maxLength={100}
          set={(first_name) => set({ first_name })}
        />
        <TextInput
          label={words.lastName}
          value={contact.last_name}
          autocomplete="family-name"
          maxLength={100}
          set={(last_name) => set({ last_name })}
        />
      </div>
      <TextInput
        label={words.street}
        value={contact.street}
        autocomplete="street-address"
        maxLength={200}
        set={(street) => set({ street })}
      />
      <div class="pair">
        <TextInput
          label={words.postalCode}
          value={contact.postal_code}
          autocomplete="postal-code"
          maxLength={6}
          pattern="\d{3} ?\d{2}"
          set={(postal_code) => set({ postal_code })}
        />
        <TextInput
          label={words.city}
          value={contact.city}
          autocomplete="address-level2"
          maxLength={100}
          set={(city) => set({ city })}
        />
      </div>
      <div class="pair">
        <TextInput
          label={words.email}
          type="email"
          value={contact.email}
          required={contact.phone.trim() === ''}
          autocomplete="email"
          maxLength={254}
          pattern="[^@\s]+@[^@\s]+\.[^@\s]+"
          set={(email) => set({ email })}
        />
        <TextInput
          label={words.phone}
          type="tel"
          value={contact.phone}
          required={contact.email.trim() === ''}
          autocomplete="tel"
          maxLength={40}
          pattern="\+?[0-9 \(\)\-]{5,40}"
          set={(phone) => set({ phone })}
        />
      </div>
      <p class="soft hint">{words.oneOf}</p>
      <div class="website" aria-hidden="true">
        <label for={`${id}-website`}>{words.website}</label>
        <input
          id={`${id}-website`}
          type="text"
          tabIndex={-1}
          autocomplete="off"
          value={chosen.website}
          onInput={({ currentTarget }) => change({ website: currentTarget.value })}
        />
      </div>
      <label class="consent">
        <input
          type="checkbox"
          required
          checked={chosen.consent}
          onChange={({ currentTarget }) => change({ consent: currentTarget.checked })}
        />
        <span>{consent.text}</span>
      </label>
      <p>
        <a href={consent.privacyUrl} target="_blank" rel="noopener noreferrer">
          {words.privacy}
        </a>
      </p>
      <details>
        <summary>{words.sent}</summary>
        <p>{words.sentText}</p>
      </details>
    </>
  );
}
