import { minimumAge } from "../../../../platform/age.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";

export const meta = () => [{ title: "See you later · Senga" }, { name: "robots", content: "noindex" }];

export default function TooYoungPage() {
  return (
    <AuthSheet title="See you later" lede={`Accounts are for people who are ${minimumAge} or older.`}>
      <p>
        You can’t have an account yet, and we haven’t kept the birth month you entered. If you already had an
        account, it’s closed now, and the school will refund what you paid. Until you’re {minimumAge}, the
        whole world is your model: draw something you can see from your window today.
      </p>
      <p className="auth-other">You can still look at all our classes, maybe together with your parents.</p>
      <p className="auth-other">
        <ButtonLink to="/classes" block>
          See the classes
        </ButtonLink>
      </p>
    </AuthSheet>
  );
}
