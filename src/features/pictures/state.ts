/**
 * A picture's life: its row is there before the first of its files and goes after the last, so that no end of the
 * process at any moment leaves files that nobody knows of.
 *
 *   (none) → drawing → kept → leaving → (none)
 *               └───────────────↗
 *
 * Only one in `kept` is shown, named by a class, or uploaded again. One in `leaving` never comes back: its files may be
 * gone already.
 */
export const pictureStates = ["drawing", "kept", "leaving"] as const;
