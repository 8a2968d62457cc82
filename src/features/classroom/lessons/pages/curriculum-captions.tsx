import { type ReactNode, useState } from "react";
import { IconButton } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { FormError, SelectField } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { api } from "../../../../access/session.ts";
import { type VideoInWork, refetchCurriculum } from "./curriculum-query.ts";

const codes = [
  "en",
  "ar",
  "de",
  "es",
  "fr",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "th",
  "tr",
  "uk",
  "vi",
  "zh",
];
const names = new Intl.DisplayNames("en-US", { type: "language" });

interface CaptionsProps {
  readonly classId: string;
  readonly lessonId: string;
  readonly video: VideoInWork;
}

export function Captions({ classId, lessonId, video }: CaptionsProps): ReactNode {
  const params = { classId, id: lessonId };
  const [language, setLanguage] = useState("en");
  const [problem, setProblem] = useState<string>();
  const [words, setWords] = useState("");
  const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setProblem(undefined);
    setWords("");
    try {
      await work();
      setWords(done);
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  const add = (file: File): Promise<void> =>
    change(
      async () => {
        const text = await file.text();
        await api("POST /curriculum/{classId}/lesson/{id}/captions", { params, body: { language, text } });
      },
      `Captions in ${names.of(language)} added`,
    );
  const remove = (code: string, label: string): Promise<void> =>
    change(
      () =>
        api("DELETE /curriculum/{classId}/lesson/{id}/captions/{language}", {
          params: { ...params, language: code },
        }),
      `Captions in ${label} deleted`,
    );
  return (
    <div className="captions">
      <h3>Captions</h3>
      {video.captions.length === 0 && (
        <p className="captions-missing">
          <Icon name="alert" />
          No captions yet. Deaf students and anyone watching without sound need them.
        </p>
      )}
      {video.captions.length > 0 && (
        <ul role="list" className="materials">
          {video.captions.map(({ language: code, label }) => (
            <li key={code}>
              {label}
              <IconButton label={`Delete captions in ${label}`} onClick={() => void remove(code, label)}>
                <DashboardIcon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="captions-add">
        <SelectField
          label="Language"
          name="captions-language"
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </SelectField>
        <label className="button is-quiet is-small lesson-picture">
          <input
            className="visually-hidden"
            type="file"
            accept=".vtt,.srt,text/vtt"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void add(file);
              currentTarget.value = "";
            }}
          />
          Upload captions (.vtt or .srt)
        </label>
      </div>
      <p className="visually-hidden" role="status">
        {words}
      </p>
      <FormError>{problem}</FormError>
    </div>
  );
}
